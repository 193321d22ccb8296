import { useDebouncedValue } from '@mantine/hooks'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { FoundUser } from '../types'
import { useFoundUsers } from '../use-found-users'
import { fitsQuery, mentionAt, withMention, type MentionSpot } from './mention-spot'

/** As many people are offered at once. */
const MOST = 6
const DEBOUNCE = 120

/** The people who fit what was begun. While a longer beginning is asked for, those of the shorter one are offered that still fit. */
function usePeople(query: string): readonly FoundUser[] {
  const [asked] = useDebouncedValue(query, DEBOUNCE)
  const wanted = query === '' ? '' : asked
  const found = useFoundUsers(wanted)
  if (query === '') return []
  const users = found.data ?? []
  const isExact = asked === query && !found.isPlaceholderData
  return (isExact ? users : users.filter((user) => fitsQuery(user, query))).slice(0, MOST)
}

/**
 * Completion of mentions in a field: `@` and letters offer people below `field`'s caret. While they are offered the field is a
 * combobox, and arrows, Enter, Tab and Escape are theirs.
 */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>, text: string, write: (text: string) => void) {
  const listId = useId()
  const [spot, setSpot] = useState<MentionSpot | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const caret = useRef<number | null>(null)
  const isAsked = spot !== null && spot.from !== dismissed && text.slice(spot.from + 1).startsWith(spot.query)
  const people = usePeople(isAsked ? spot.query : '')
  const isWritten = people.length === 1 && people[0]!.twitterUsername.toLowerCase() === spot?.query.toLowerCase()
  const isOpen = isAsked && people.length > 0 && !isWritten
  // By the person, not by the place: a later answer may have another order.
  const current = Math.max(
    0,
    people.findIndex(({ id }) => id === chosen),
  )
  const choose = (index: number) => setChosen(people[index]?.id ?? null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [field, text])
  /** Looks where the caret stands, after a stroke or a press. */
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null
    if (next === null) setDismissed(null)
    if (next?.from !== spot?.from) setChosen(null)
    setSpot(next)
  }
  const take = (user: FoundUser | undefined) => {
    if (!spot || !user) return
    const next = withMention(text, spot, user.twitterUsername)
    setSpot(null)
    field.current?.focus({ preventScroll: true })
    // A text that stays the same is not drawn anew.
    if (next.text === text) return field.current?.setSelectionRange(next.caret, next.caret)
    caret.current = next.caret
    write(next.text)
  }
  const optionId = (index: number) => `${listId}-${index}`
  return {
    isOpen,
    people,
    current,
    listId,
    optionId,
    look,
    choose,
    take,
    leave: () => setSpot(null),
    /** Answers whether the key was the list's. */
    press: (event: KeyboardEvent): boolean => {
      if (!isOpen || event.nativeEvent.isComposing || event.shiftKey) return false
      const done = moves({ count: people.length, current, choose, take: () => take(people[current]) })[event.key]
      if (event.key === 'Escape') setDismissed(spot.from)
      else if (!done) return false
      else done()
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    /**
     * What ties the field to the people who are offered. A field of several lines is a text box and stays one: it has no role of a
     * combobox, and with it no `aria-expanded`. The list announces that people are offered.
     */
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': optionId(current) }),
    } as const,
  }
}

interface List {
  readonly count: number
  readonly current: number
  readonly choose: (index: number) => void
  readonly take: () => void
}

/** What keys do in the list. */
const moves = ({ count, current, choose, take }: List): Readonly<Record<string, () => void>> => ({
  ArrowDown: () => choose((current + 1) % count),
  ArrowUp: () => choose((current + count - 1) % count),
  Enter: take,
  Tab: take,
})
