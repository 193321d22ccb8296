import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { CallAnswer } from '@nation/domain/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { useFirstFound } from '../../../lib/query/use-first-found'
import { useSession } from '../../../lib/session/session'
import { CitizenAvatar, Row, Text } from '../../../ui'
import classes from './MemberSearch.module.css'

type Member = CallAnswer<'members.get-all'>['members'][number]

/** How many members a search shows at most (requirements 2.9). */
const most = 10

interface Props {
  label: string
  onChoose: (member: Member) => void
  onClose: () => void
}

/** Members without a government role, found by name: arrow keys choose, Enter appoints, Escape closes. */
export default function MemberSearch({ label, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const ownUid = useSession((state) => state.user?.uid)
  const combobox = useCombobox({ defaultOpened: true })
  const input = { vacant: 'true', limit: String(most), ...(asked !== '' && { search: asked }) } as const
  const found = useFirstFound('members.get-all', input, {
    load: (cursor, signal) => call('members.get-all', { ...input, cursor }, { signal }),
    of: ({ members: all }) => all.filter(({ id }) => id !== ownUid),
    most,
  })
  const members = found.data ?? []
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      hideDetached={false}
      position="bottom-start"
      classNames={{ dropdown: classes.dropdown, option: classes.option }}
      onOptionSubmit={(id) => {
        const member = members.find((one) => one.id === id)
        if (member) onChoose(member)
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          autoFocus
          label={label}
          placeholder="Username"
          value={typed}
          maxLength={80}
          autoComplete="off"
          onFocus={() => combobox.openDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            onClose()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Members" className={classes.options}>
          {members.map((member) => (
            <Combobox.Option key={member.id} value={member.id}>
              <Row as="span" nowrap gap={3} align="center">
                <CitizenAvatar id={member.id} name={member.username} picture={member.profilePicture} size={32} />
                <Text as="span" breaks>
                  <bdi>{member.username}</bdi>{' '}
                  <Text as="span" tone="faint" step={-1}>
                    @{member.twitterUsername}
                  </Text>
                </Text>
              </Row>
            </Combobox.Option>
          ))}
          {members.length === 0 && (
            <Combobox.Option value="" disabled>
              {found.isError ? sentenceOf(found.error) : found.isPending ? 'Searching...' : 'No members found'}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
