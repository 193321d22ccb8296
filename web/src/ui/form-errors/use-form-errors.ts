import type { ErrorDetail } from '@nation/domain/errors'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { fieldOf, inView, labelOf, takesFocus } from './fields-of'

/** What is wrong with a form, by the names of its fields. */
export type Problems = Readonly<Record<string, string>>

/** A wrong field as the summary lists it. */
export interface WrongField {
  readonly field: string
  readonly label: string
  readonly message: string
}

/** A refusal as the server sends it: which fields it is about, and one sentence. */
interface Refusal {
  readonly sentence: string
  readonly details: readonly ErrorDetail[]
}

interface Refused {
  readonly problems: Problems
  /** Said in the summary, whatever the fields say; null for nothing. */
  readonly sentence: string | null
}

const nothing: Refused = { problems: {}, sentence: null }

/** The wrong fields as the summary lists them, and after which try. */
interface Listed {
  readonly wrong: readonly WrongField[]
  readonly tries: number
}

/**
 * The errors of one form, before and after it was sent. The first wrong field takes the focus and comes into view; each says what is
 * wrong with it until it is written again; a `FormErrors` at the top of the form links to them. What belongs to no field of the form
 * is said there in a sentence.
 */
export function useFormErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [{ problems, sentence }, set] = useState(nothing)
  const [listed, setListed] = useState<Listed>({ wrong: [], tries: 0 })
  // Each refusal brings the focus to its first field, also where it is the same as the one before.
  const [tries, setTries] = useState(0)
  const settled = useRef(0)

  useEffect(() => {
    const found = form.current ? wrongIn(form.current, problems) : []
    setListed({ wrong: found, tries })
  }, [problems, tries])

  // After the summary is drawn: it moves the fields below it.
  useEffect(() => {
    if (settled.current === listed.tries) return
    settled.current = listed.tries
    const [first] = listed.wrong
    const field = form.current && first && fieldOf(form.current, first.field)
    keepClearOfSummary(form.current)
    if (field) focus(field)
    else showSummary(form.current)
  }, [listed])

  const refuse = (next: Problems, said: string | null = null): boolean => {
    set({ problems: next, sentence: said })
    const refused = said !== null || Object.keys(next).length > 0
    if (refused) setTries((before) => before + 1)
    return refused
  }
  const mend = (field: string) =>
    set((before) => {
      const left = Object.entries(before.problems).filter(([one]) => one !== field && !one.startsWith(`${field}.`))
      if (left.length === Object.keys(before.problems).length) return before
      return { problems: Object.fromEntries(left), sentence: left.length > 0 ? before.sentence : null }
    })

  return {
    /** For the form element: what is written is no longer said to be wrong. */
    form: {
      ref: form,
      noValidate: true,
      onChange: ({ target }: SyntheticEvent) => mend((target as HTMLInputElement).name),
    },
    problems,
    wrong: listed.wrong,
    sentence,
    /** For a field: its name, and what is wrong with it. */
    of: (field: string) => ({ name: field, error: problems[field] }),
    /** Shows what is wrong, with a sentence about the whole where there is one; true where anything is. */
    refuse,
    /**
     * Shows what the server refused at the fields that it names, and as `sentence` where it names none of this form's. Lists that were
     * sent without their blank fields are given as they were typed.
     */
    fail: (error: unknown, said: string, typed: TypedLists = {}) => {
      const { at, rest } = placed(form.current, error, typed)
      const isPlaced = Object.keys(at).length > 0
      refuse(at, isPlaced && !rest ? null : said)
    },
    /** The field has been written, where no event of the form says so. */
    mend,
    clear: () => set(nothing),
    /** Brings a wrong field into view and gives it the focus. */
    goTo: (field: string) => {
      const element = form.current && fieldOf(form.current, field)
      if (element) focus(element)
    },
  }
}

export type FormErrorsOf = ReturnType<typeof useFormErrors>

/** The wrong fields that the form shows, in the order in which it shows them. */
function wrongIn(form: HTMLFormElement, problems: Problems): WrongField[] {
  const found = Object.entries(problems).flatMap(([field, message]) => {
    const element = fieldOf(form, field)
    return element ? [{ field, message, element, label: labelOf(element) }] : []
  })
  found.sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  return found.map(({ field, message, label }) => ({ field, message, label }))
}

const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'details' in error

/** Lists of fields as they were typed, by the name of the list: blank fields were not sent. */
export type TypedLists = Readonly<Record<string, readonly string[]>>

/** 'questions.1' of what was sent is the field in which the second text that is not blank was typed. */
function asTyped(path: string, typed: TypedLists): string {
  const [list, place, ...rest] = path.split('.')
  const texts = list === undefined ? undefined : typed[list]
  if (list === undefined || place === undefined || !texts) return path
  const sent = texts.flatMap((text, index) => (text.trim() === '' ? [] : [index]))
  return [list, sent[Number(place)] ?? place, ...rest].join('.')
}

/** What a refusal says of fields that are there, and whether it says more. `goals.1.text` belongs to `goals.1`, if that is a field. */
function placed(form: HTMLFormElement | null, error: unknown, typed: TypedLists): { at: Problems; rest: boolean } {
  const details = isRefusal(error) ? error.details : []
  const at: Record<string, string> = {}
  let rest = false
  for (const { path, message } of details) {
    const parts = asTyped(path, typed).split('.')
    const names = parts.map((_, cut) => parts.slice(0, parts.length - cut).join('.'))
    const name = names.find((one) => form !== null && fieldOf(form, one) !== null)
    if (name === undefined) rest = true
    else at[name] ??= message
  }
  return { at, rest }
}

function focus(field: HTMLElement): void {
  takesFocus(field).focus({ preventScroll: true })
  inView(field)
}

const summaryOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[data-form-errors]')

/** Sets the height of the summary for the fields: it lies over what scrolls below it. */
function keepClearOfSummary(form: HTMLFormElement | null): void {
  form?.style.setProperty('--form-errors', `${summaryOf(form)?.offsetHeight ?? 0}px`)
}

function showSummary(form: HTMLFormElement | null): void {
  const summary = summaryOf(form)
  if (!summary) return
  // Not every browser gives the focus to a button that is pressed.
  if (document.activeElement === document.body) summary.focus({ preventScroll: true })
  inView(summary)
}
