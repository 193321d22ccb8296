import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { CitizenAvatar, Row, Text } from '../../../ui'
import type { FoundUser, RoomId } from '../types'
import classes from './ChatList.module.css'
import { useFoundUsers } from '../use-found-users'
import { useStart } from './use-start'

/** Finds a citizen to write to, by name or handle: arrow keys choose, Enter opens the conversation, Escape closes. */
export function UserSearch({ onOpen }: { onOpen: (id: RoomId) => void }) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useFoundUsers(query)
  const start = useStart((id) => {
    setTyped('')
    combobox.closeDropdown()
    onOpen(id)
  })
  // Enter opens the first one: what was found for another text is not offered.
  const isCurrent = query === typed.trim() && !found.isPlaceholderData
  const users = isCurrent ? (found.data ?? []) : []
  const nothing = found.isError
    ? sentenceOf(found.error)
    : isCurrent && !found.isPending
      ? 'No members found'
      : 'Searching...'
  return (
    <div className={classes.search}>
      <Combobox
        store={combobox}
        withinPortal={false}
        hideDetached={false}
        position="bottom-start"
        classNames={{ dropdown: classes.dropdown, option: classes.option }}
        onOptionSubmit={(id) => start.open(id)}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            role="combobox"
            aria-label="Search for a citizen to write to"
            placeholder="Find a citizen to write to"
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            value={typed}
            maxLength={80}
            autoComplete="off"
            readOnly={start.isPending}
            onFocus={() => typed !== '' && combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.openDropdown()
              combobox.selectFirstOption()
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={typed.trim() === ''}>
          <Combobox.Options aria-label="People" className={classes.options}>
            {users.map((user) => (
              <Combobox.Option key={user.id} value={user.id}>
                <Found user={user} />
              </Combobox.Option>
            ))}
            {users.length === 0 && (
              <Combobox.Option value="" disabled>
                {nothing}
              </Combobox.Option>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  )
}

const Found = ({ user: { id, username, twitterUsername, profilePicture } }: { user: FoundUser }) => (
  <Row as="span" nowrap gap={3} align="center">
    <CitizenAvatar id={id} name={username} picture={profilePicture} size={32} />
    <Text as="span" breaks>
      <bdi>{username}</bdi>{' '}
      <Text as="span" tone="faint" step={-1}>
        @{twitterUsername}
      </Text>
    </Text>
  </Row>
)
