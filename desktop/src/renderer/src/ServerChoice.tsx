import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { Button, FormErrors, Row, Seal, Stack, Text, useFormErrors } from '@nation/web/ui'
import { useEffect, useState } from 'react'
import type { SyntheticEvent } from 'react'
import type { NationBridge, Profile, ProfileList } from '../../ipc/contract'
import styles from './ServerChoice.module.css'

/** The console's first page: the servers that it knows, and a form for another one. */
export function ServerChoice({ bridge }: { bridge: NationBridge }) {
  const [list, setList] = useState<ProfileList>()
  const [version, setVersion] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    bridge.profiles.list().then(setList, () => setProblem('The list of servers could not be read.'))
    bridge.version().then(setVersion, () => {})
  }, [bridge])
  const remove = async (id: string) => {
    setProblem(null)
    try {
      await bridge.profiles.remove(id)
      setList(await bridge.profiles.list())
    } catch {
      setProblem('The server could not be removed. What it kept here may still be there; try again.')
    }
  }
  const choose = async (id: string) => {
    setProblem(null)
    try {
      await bridge.profiles.choose(id)
    } catch {
      setProblem('The server could not be opened. It may have been removed in another window.')
      setList(await bridge.profiles.list().catch(() => list))
    }
  }
  if (!list) return <main className={styles.page}>{problem !== null && <p role="alert">{problem}</p>}</main>
  return (
    <main className={styles.page}>
      <Stack gap={5} className={styles.column}>
        <Seal fine className={styles.seal} />
        <Stack gap={2}>
          <h1>Operator console</h1>
          <Text tone="soft">{version && `Version ${version}`}</Text>
        </Stack>
        {list.problem !== null && <p role="alert">{list.problem}</p>}
        {problem !== null && <p role="alert">{problem}</p>}
        {list.profiles.length > 0 && (
          <KnownServers
            profiles={list.profiles}
            unsent={list.unsent}
            choose={(id) => void choose(id)}
            remove={remove}
          />
        )}
        <NewServer bridge={bridge} suggested={suggestion(list)} />
      </Stack>
    </main>
  )
}

/** The nation on this machine, until it is known. */
function suggestion({ suggested, profiles }: ProfileList): string {
  return profiles.some(({ server }) => server === suggested) ? '' : (suggested ?? '')
}

interface KnownProps {
  unsent: ProfileList['unsent']
  profiles: readonly Profile[]
  choose: (id: string) => void
  remove: (id: string) => Promise<void>
}

/** What is lost with a server that is removed; null where all was sent. */
function lostWith(unsent: number | undefined): string | null {
  if (unsent === undefined) return null
  return unsent === 1
    ? '1 change was not sent yet, and is lost with it.'
    : `${unsent} changes were not sent yet, and are lost with it.`
}

function KnownServers({ profiles, unsent, choose, remove }: KnownProps) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Stack as="section" gap={3}>
      <h2>Servers</h2>
      <ul className={styles.servers} aria-label="Servers">
        {profiles.map(({ id, name, server, local }) => (
          <li key={id}>
            <Row gap={3} justify="between" align="center">
              <Stack gap={1}>
                <strong>{name}</strong>
                <Text tone="soft">{local ? `${server} (on this machine)` : server}</Text>
                {asked === id && <Text role="alert">{lostWith(unsent[id])}</Text>}
              </Stack>
              <Row gap={2}>
                <Button onClick={() => choose(id)}>Open {name}</Button>
                {asked === id ? (
                  <Button color="red" variant="default" onClick={() => void remove(id)}>
                    Yes, remove {name} and all that it kept here
                  </Button>
                ) : (
                  <Button variant="default" onClick={() => setAsked(id)}>
                    Remove {name}
                  </Button>
                )}
              </Row>
            </Row>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function NewServer({ bridge, suggested }: { bridge: NationBridge; suggested: string }) {
  const errors = useFormErrors()
  const [busy, setBusy] = useState(false)
  const add = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const address = text('address').trim()
    if (errors.refuse(address === '' ? { address: 'Please enter the address of a server' } : {})) return
    setBusy(true)
    try {
      const answer = await bridge.profiles.add({ address, name: text('name') })
      if ('profile' in answer) await bridge.profiles.choose(answer.profile.id)
      else errors.refuse({ address: answer.refused })
    } catch (error) {
      errors.fail(error, 'The server could not be written down.')
    }
    setBusy(false)
  }
  return (
    <Stack
      as="form"
      gap={4}
      {...errors.form}
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => void add(event)}
      aria-labelledby="new-server"
    >
      <h2 id="new-server">Add a server</h2>
      <FormErrors errors={errors} />
      <TextInput
        label="Address"
        {...errors.of('address')}
        description="Begins with https://, unless the server runs on this machine."
        defaultValue={suggested}
        required
        maxLength={300}
        autoCapitalize="off"
        spellCheck={false}
      />
      <TextInput
        label="Name"
        {...errors.of('name')}
        description="What you call it. Its address, if left empty."
        maxLength={80}
      />
      <Button type="submit" loading={busy}>
        Add and open
      </Button>
    </Stack>
  )
}
