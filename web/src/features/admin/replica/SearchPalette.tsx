import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react'
import { useNavigate } from 'react-router-dom'
import type { Found } from '../../../lib/replica'
import { Stack, Text } from '../../../ui'
import { Dialog } from '../../../ui/Dialog'
import { replicaLinks, tabLinks, useIsThere } from '../tab-links'
import { useIsFilled } from './CopyIncomplete'
import { actionsFor, needOf, runAction, type Action } from './palette-actions'
import { useReplica } from './use-replica'
import { recordPath } from './paths'
import classes from './replica.module.css'
import { rowInWords, tableWords } from './rows-in-words'

/** Calls the listener on Ctrl+K, or Cmd+K. */
export function useSearchKey(open: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

interface Choice {
  readonly key: string
  readonly group: string
  readonly title: string
  readonly detail: string
  readonly to: string
  /** What is done in place of going somewhere. */
  readonly action?: Action
}

/** The most results that are listed for each table. */
const most = 6

/** Every page and action of the panel and everything that the copy on this machine holds, found while one types. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  // The dialog itself is not rendered again with each letter.
  return (
    <Dialog title="Search everything" onClose={onClose} size="40rem">
      <Palette onClose={onClose} />
    </Dialog>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { choices, done } = useChoices(typed)
  const isFilled = useIsFilled()
  const [at, setAt] = useState(0)
  // Enter was pressed before the results of the last letters: the list still belongs to fewer letters. It opens the first result of the last.
  const isEntered = useRef(false)
  const navigate = useNavigate()
  const list = useId()
  const current = Math.min(at, choices.length - 1)
  const go = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    if (choice.action) runAction(choice.action, (path) => void navigate(path))
    else void navigate(choice.to)
  }
  const type = useCallback((now: string) => {
    setTyped(now)
    setAt(0)
    isEntered.current = false
  }, [])
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) setAt((current + step + choices.length) % choices.length)
    else if (event.key !== 'Enter') return
    else if (done) go(choices[current])
    else isEntered.current = true
    event.preventDefault()
  }
  const pressed = useRef(press)
  // Synchronous, before the next key: results arrive outside of events, and effects run after the paint.
  useLayoutEffect(() => void (pressed.current = press))
  const onKey = useCallback((event: KeyboardEvent) => pressed.current(event), [])
  useEffect(() => {
    if (!isEntered.current || !done) return
    isEntered.current = false
    go(choices[current])
  })
  useEffect(() => keepInView(document.getElementById(`${list}-${current}`)), [list, current])
  return (
    <Stack gap={3} className={classes.palette}>
      <Field
        typed={typed}
        list={list}
        chosen={choices.length > 0 ? `${list}-${current}` : undefined}
        onType={type}
        onKey={onKey}
      />
      <div
        id={list}
        role="listbox"
        aria-label="Found"
        aria-busy={!done}
        className={classes.found}
        onPointerMove={(event) => setAt(placeOf(event) ?? current)}
        onClick={(event) => go(choices[placeOf(event) ?? -1])}
      >
        {choices.map((choice, place) => (
          <Option
            key={choice.key}
            id={`${list}-${place}`}
            place={place}
            isCurrent={place === current}
            group={choice.group}
            title={choice.title}
            detail={choice.detail}
          />
        ))}
      </div>
      <Text role="status" tone="faint" step={-1}>
        {done &&
          choices.length === 0 &&
          (isFilled
            ? 'Nothing found. Try fewer words, or a part of one.'
            : 'Nothing found yet. The copy is not complete: missing rows are found as they arrive.')}
      </Text>
    </Stack>
  )
}

interface FieldProps {
  readonly typed: string
  /** The id of the list, and of its line that Enter opens. */
  readonly list: string
  readonly chosen: string | undefined
  readonly onType: (typed: string) => void
  readonly onKey: (event: KeyboardEvent) => void
}

/** The field. New results do not render it again. */
const Field = memo(function Field({ typed, list, chosen, onType, onKey }: FieldProps) {
  return (
    <TextInput
      data-autofocus
      role="combobox"
      aria-label="Search everything"
      aria-expanded={chosen !== undefined}
      aria-controls={list}
      aria-activedescendant={chosen}
      placeholder="A member, an election, a payment, a task, an action..."
      value={typed}
      maxLength={120}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  )
})

interface OptionProps extends Pick<Choice, 'group' | 'title' | 'detail'> {
  readonly id: string
  readonly place: number
  readonly isCurrent: boolean
}

/** A line of the list. An unchanged line is not rendered again with each letter. */
const Option = memo(function Option({ id, place, isCurrent, group, title, detail }: OptionProps) {
  return (
    <div id={id} role="option" aria-selected={isCurrent} data-place={place} className={classes.choice}>
      <span className={classes.choiceTitle}>{title}</span>
      <Text as="span" tone="faint" step={-1} className={classes.choiceDetail}>
        {group}
        {detail !== '' && ` · ${detail}`}
      </Text>
    </div>
  )
})

/** The place of the line that an event is about. */
function placeOf({ target }: SyntheticEvent): number | undefined {
  const place = (target as Element).closest<HTMLElement>('[role=option]')?.dataset.place
  return place === undefined ? undefined : Number(place)
}

/** Scrolls the list, and nothing around it. */
function keepInView(option: HTMLElement | null): void {
  const box = option?.parentElement
  if (!option || !box) return
  const above = option.offsetTop - box.offsetTop
  if (above < box.scrollTop) box.scrollTop = above
  const below = above + option.offsetHeight - box.clientHeight
  if (below > box.scrollTop) box.scrollTop = below
}

/** What fits what was typed: pages first, then actions, then rows. What is typed next ends a search that is under way. */
function useChoices(typed: string): { readonly choices: readonly Choice[]; readonly done: boolean } {
  const memory = useReplica(({ memory }) => memory)
  // While the copy fills, the search is repeated over new rows. After that a list does not change under the cursor.
  const isFilled = useIsFilled()
  const coming = useReplica(({ version }) => (isFilled ? 0 : version))
  const [found, setFound] = useState<{ readonly query: string; readonly results: readonly Found[] } | null>(null)
  const query = typed.trim()
  useEffect(() => {
    void coming
    if (query === '' || !memory) return
    const ending = new AbortController()
    memory.search(query, { limit: most, signal: ending.signal }).then(
      (results) => setFound({ query, results }),
      () => undefined,
    )
    return () => ending.abort()
  }, [memory, query, coming])
  const isThere = useIsThere()
  const wanted = query.toLowerCase()
  const pages = [...tabLinks.filter(isThere), ...replicaLinks].filter(({ label }) =>
    label.toLowerCase().includes(wanted),
  )
  const rows = useMemo(
    () =>
      (found?.results ?? []).flatMap(({ table, rows: held }) =>
        held.map((row) => ({
          key: `${table} ${row.id}`,
          group: tableWords[table][0],
          ...rowInWords(table, row),
          to: recordPath(table, row.id),
        })),
      ),
    [found],
  )
  const choices = [
    ...pages.map(({ id, label, to }) => ({ key: `tab ${id}`, group: 'Page', title: label, detail: '', to })),
    ...actionsFor(query)
      .filter(isThere)
      .map((action) => ({
        ...{ key: `action ${action.id}`, group: 'Action', title: action.title, detail: needOf(action), to: '', action },
      })),
    ...(query === '' ? [] : rows),
  ]
  return { choices, done: query === '' || found?.query === query }
}
