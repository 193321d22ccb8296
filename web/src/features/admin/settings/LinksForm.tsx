import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { linkLimits, problemsOfLinks } from '@nation/domain/system'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useRef, type SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, confirm, FormErrors, Panel, Row, Stack, Text, toast, useFormErrors } from '../../../ui'
import { useDraft } from '../use-draft'
import { LastChange } from './LastChange'
import { addRow, differ, linksOf, moveRow, removeRow, rowsOf, writeRow, type LinkRows } from './link-rows'
import { Overtaken } from './Overtaken'
import classes from './settings.module.css'
import { useSetLinks, type LinksState } from './use-settings'

const icon = { size: 18, 'aria-hidden': true } as const

/** Where else the nation is found: what the foot of every page shows, in this order. */
export function LinksForm({ state }: { state: LinksState }) {
  const draft = useDraft<LinkRows>(state.version)
  const errors = useFormErrors()
  const change = useSetLinks()
  const list = useRef<HTMLOListElement>(null)
  const rows = draft.typed ?? rowsOf(state.list)
  const unsaved = differ(linksOf(rows), state.list)

  const write = (next: LinkRows) => {
    errors.clear()
    draft.write(next)
  }
  const focus = (place: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('li input')[place * 2]?.focus())
  const send = (links: ReturnType<typeof linksOf> | null) =>
    change.mutate(
      { links, version: draft.version },
      {
        onSuccess: ({ links: saved }) => {
          draft.drop()
          toast.success(
            saved.list.length === 0
              ? 'The foot of every page shows no links.'
              : 'The links are at the foot of every page.',
          )
        },
        onError: (error) => errors.fail(error, sentenceOf(error)),
      },
    )
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const links = linksOf(rows)
    if (!errors.refuse(problemsOfLinks(links) ?? {})) send(links)
  }
  const reset = async () => {
    const names = state.configured.map(({ name }) => name)
    const sure = await confirm({
      title: 'Use the configured links?',
      message: `The links that were set here are removed. ${names.length === 0 ? 'The server’s configuration names none.' : `The server’s configuration names ${names.join(', ')}.`}`,
      confirm: 'Use them',
    })
    if (sure) send(null)
  }
  return (
    <Panel as="form" gap={4} pad={5} onSubmit={save} aria-label="Links" {...errors.form}>
      <FormErrors errors={errors} />
      <p>
        Where else the nation is found. The foot of every page shows these links in this order, at once in every open
        browser.
      </p>
      <Text tone="soft" step={-1}>
        {state.set
          ? 'They were set here and override the server’s configuration (NATION_LINKS).'
          : 'They come from the server’s configuration (NATION_LINKS), until others are set here.'}
      </Text>
      {rows.length === 0 ? (
        <Text tone="soft">No links.</Text>
      ) : (
        <div>
          <Heads />
          <Stack ref={list} as="ol" gap={3} className={classes.links} aria-label="Links">
            {rows.map((row, place) => (
              <li key={row.key} className={classes.link}>
                <TextInput
                  label={`Name of link ${place + 1}`}
                  {...errors.of(`links.${place}.name`)}
                  maxLength={linkLimits.name}
                  value={row.name}
                  onChange={(event) => write(writeRow(rows, row.key, { name: event.currentTarget.value }))}
                />
                <TextInput
                  label={`Address of link ${place + 1}`}
                  {...errors.of(`links.${place}.url`)}
                  type="url"
                  placeholder="https://"
                  maxLength={linkLimits.url}
                  value={row.url}
                  onChange={(event) => write(writeRow(rows, row.key, { url: event.currentTarget.value }))}
                />
                <Row nowrap gap={1} className={classes.tools}>
                  <Button
                    variant="default"
                    size="sm"
                    px={8}
                    title="Up"
                    aria-label={`Move link ${place + 1} up`}
                    disabled={place === 0}
                    onClick={() => {
                      write(moveRow(rows, place, -1))
                      focus(place - 1)
                    }}
                  >
                    <IconArrowUp {...icon} />
                  </Button>
                  <Button
                    variant="default"
                    size="sm"
                    px={8}
                    title="Down"
                    aria-label={`Move link ${place + 1} down`}
                    disabled={place === rows.length - 1}
                    onClick={() => {
                      write(moveRow(rows, place, 1))
                      focus(place + 1)
                    }}
                  >
                    <IconArrowDown {...icon} />
                  </Button>
                  <Button
                    variant="subtle"
                    size="sm"
                    px={8}
                    title="Remove"
                    aria-label={`Remove link ${place + 1}`}
                    onClick={() => {
                      write(removeRow(rows, row.key))
                      focus(Math.max(0, place - 1))
                    }}
                  >
                    <IconX {...icon} />
                  </Button>
                </Row>
              </li>
            ))}
          </Stack>
        </div>
      )}
      <Button
        variant="default"
        className={classes.add}
        disabled={rows.length >= linkLimits.count}
        onClick={() => {
          write(addRow(rows))
          focus(rows.length)
        }}
      >
        Add link
      </Button>
      {rows.length >= linkLimits.count && (
        <Text tone="soft" step={-1}>
          This is the largest number: {linkLimits.count} links.
        </Text>
      )}
      {draft.isOvertaken && (
        <Overtaken onKeep={draft.keep} onTake={draft.drop}>
          {state.changedBy ?? 'Another administrator'} changed the links while you were writing:{' '}
          {state.list.length === 0 ? 'there are none now' : state.list.map(({ name }) => name).join(', ')}.
        </Overtaken>
      )}
      <Row gap={3} align="center" justify="between">
        <LastChange {...state} unsaved={unsaved} />
        <Row gap={3}>
          {state.set && (
            <Button variant="default" loading={change.isPending} onClick={() => void reset()}>
              Use the configured links
            </Button>
          )}
          <Button type="submit" loading={change.isPending} disabled={!unsaved}>
            Save links
          </Button>
        </Row>
      </Row>
    </Panel>
  )
}

/** What the columns are called where the rows are those of a table. */
const Heads = () => (
  <Text as="div" step={-1} strong aria-hidden="true" className={classes.heads}>
    <span>Name</span>
    <span>Address</span>
  </Text>
)
