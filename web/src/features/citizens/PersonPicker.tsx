import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { hasCode, sentenceOf } from '../../lib/api/api-error'
import { call } from '../../lib/api/client'
import { useCall } from '../../lib/query/query'
import { useFirstFound } from '../../lib/query/use-first-found'
import { Button, CitizenAvatar, Row, Stack, Text } from '../../ui'
import classes from './PersonPicker.module.css'

interface Props {
  /** Public id of who is chosen; null before. */
  chosen: string | null
  choose: (uid: string | null) => void
  /** How it is said who is chosen. */
  words: (name: string) => string
}

/** Finds one citizen by name or handle (at most ten are shown), or shows who was found. */
export function PersonPicker({ chosen, choose, words }: Props) {
  const [searching, setSearching] = useState(false)
  return chosen === null ? (
    <Search choose={choose} autoFocus={searching} />
  ) : (
    <Chosen
      uid={chosen}
      words={words}
      another={() => {
        setSearching(true)
        choose(null)
      }}
    />
  )
}

function Chosen({ uid, words, another }: { uid: string; words: Props['words']; another: () => void }) {
  const person = useCall('user.get-user', { uid })
  return (
    <Stack gap={2}>
      <Row gap={3} align="center">
        <Text strong>
          {words(person.data?.user.username ?? (isUnknown(person.error) ? 'an unknown citizen' : '…'))}
        </Text>
        <Button variant="default" size="sm" onClick={another}>
          Another person
        </Button>
      </Row>
      {person.isError && !isUnknown(person.error) && <Failed call={person} title="The name could not be loaded." />}
    </Stack>
  )
}

const isUnknown = (error: unknown): boolean => hasCode(error, 'citizen_not_found', 'invalid_input')

/** How many people are shown. */
const most = 10

function Search({ choose, autoFocus }: { choose: Props['choose']; autoFocus: boolean }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const search = useDeferredValue(text.trim())
  const input = { search, limit: most }
  const found = useFirstFound('members.get-all', input, {
    load: (cursor, signal) => call('members.get-all', { ...input, cursor }, { signal }),
    of: ({ members: all }) => all,
    most,
    enabled: search !== '',
  })
  const failed = search !== '' && found.isError
  const members = search === '' || failed ? [] : (found.data ?? [])
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  return (
    <Stack gap={2}>
      <TextInput
        ref={field}
        className={classes.search}
        label="Person"
        type="search"
        placeholder="Name or handle"
        autoComplete="off"
        maxLength={80}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Row as="ul" gap={2} aria-label="People found">
        {members.map(({ id, username, profilePicture }) => (
          <li key={id}>
            <Button
              variant="default"
              size="sm"
              leftSection={<CitizenAvatar id={id} name={username} picture={profilePicture} size={20} />}
              onClick={() => choose(id)}
            >
              {username}
            </Button>
          </li>
        ))}
      </Row>
      {failed && <Failed call={found} title="The search failed." />}
      <Text role="status" tone="faint" step={-1}>
        {search !== '' && !failed && found.data && members.length === 0 && 'No members found'}
      </Text>
    </Stack>
  )
}

interface FailedProps {
  call: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown }
  title: string
}

/** What went wrong, in a line, and the way to try again. */
function Failed({ call: { error, isFetching, refetch }, title }: FailedProps) {
  return (
    <Row gap={3} align="center" role="alert">
      <Text tone="soft" step={-1}>
        {title} {error && sentenceOf(error)}
      </Text>
      <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </Row>
  )
}
