import type { CallRequest } from '@nation/domain/contract'
import type { ErrorCode } from '@nation/domain/errors'
import { pollLimits, pollTextsComplete } from '@nation/domain/polls'
import { cleanLine } from '@nation/domain/text'
import type { Poll } from '../types'

/** A poll as somebody writes it. Options keep their key, so that their fields stay the same while others come and go. */
export interface PollForm {
  readonly question: string
  readonly options: readonly { readonly key: number; readonly text: string }[]
  /** As the field has it: local time, such as `2026-01-08T12:00`; empty for none. */
  readonly closesAt: string
}

let keys = 0
const option = (text = '') => ({ key: ++keys, text })

/** Two options to start with (spec document 2 section 5). */
export const blankPoll = (): PollForm => ({ question: '', options: [option(), option()], closesAt: '' })

export const formOf = (poll: Poll): PollForm => ({
  question: poll.question,
  options: poll.options.map(({ text }) => option(text)),
  closesAt: poll.closesAt === null ? '' : localOf(poll.closesAt),
})

const two = (value: number) => String(value).padStart(2, '0')

/** An instant as a field for date and time has it. */
export function localOf(at: number): string {
  const date = new Date(at)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

export const canAddOption = ({ options }: PollForm): boolean => options.length < pollLimits.mostOptions
export const canRemoveOption = ({ options }: PollForm): boolean => options.length > pollLimits.fewestOptions

export const addOption = (form: PollForm): PollForm =>
  canAddOption(form) ? { ...form, options: [...form.options, option()] } : form

export const removeOption = (form: PollForm, key: number): PollForm =>
  canRemoveOption(form) ? { ...form, options: form.options.filter((one) => one.key !== key) } : form

export const writeOption = (form: PollForm, key: number, text: string): PollForm => ({
  ...form,
  options: form.options.map((one) => (one.key === key ? { key, text } : one)),
})

const textsOf = ({ question, options }: PollForm) => ({
  question: cleanLine(question),
  options: options.map(({ text }) => cleanLine(text)),
})

const instantOf = ({ closesAt }: PollForm): number | null => (closesAt === '' ? null : new Date(closesAt).getTime())

/** What keeps the form from being sent, by its code; null when nothing does. The server decides again. */
export function problemOf(form: PollForm, now: number): ErrorCode | null {
  const verdict = pollTextsComplete(textsOf(form))
  if (!verdict.allowed) return verdict.code
  const at = instantOf(form)
  return at !== null && !(at > now) ? 'poll_closing_date_invalid' : null
}

export const creationOf = (form: PollForm): CallRequest<'polls.create'> => {
  const at = instantOf(form)
  return { ...textsOf(form), ...(at !== null && { closesAt: at }) }
}

/** What differs from the poll: the texts only while they may change, the closing date only when it is another. */
export function changeOf(poll: Poll, form: PollForm): CallRequest<'polls.update'> {
  const same = form.closesAt === formOf(poll).closesAt
  return {
    pollId: poll.id,
    ...(poll.may.updateTexts && textsOf(form)),
    ...(!same && { closesAt: instantOf(form) }),
  }
}
