import type { CallRequest } from '@nation/domain/contract'
import { errorTable } from '@nation/domain/errors'
import { pollLimits, pollTextsComplete } from '@nation/domain/polls'
import { cleanLine } from '@nation/domain/text'
import { blankFields, type FieldList } from '../../../ui/field-list'
import { instantOf, localOf } from '../../../ui/local-instant'
import { isSameForm } from '../../../ui/same-form'
import type { Problems } from '../../../ui/form-errors/use-form-errors'
import type { Poll } from '../types'

/** A poll as its author writes it. */
export interface PollForm {
  readonly question: string
  readonly options: FieldList
  /** As the field has it: local time, such as `2026-01-08T12:00`; empty for none. */
  readonly closesAt: string
}

/** Two options to start with (requirements 2.5). */
export const blankPoll = (): PollForm => ({
  question: '',
  options: blankFields(pollLimits.fewestOptions),
  closesAt: '',
})

export const formOf = (poll: Poll): PollForm => ({
  question: poll.question,
  options: poll.options.map(({ text }, key) => ({ key, text })),
  closesAt: poll.closesAt === null ? '' : localOf(poll.closesAt),
})

const textsOf = ({ question, options }: PollForm) => ({
  question: cleanLine(question),
  options: options.map(({ text }) => cleanLine(text)),
})

/**
 * What keeps the form from being sent, by field, and the sentence about what is missing. The server decides again.
 * @param textsStay whether question and options are not sent, because the poll has votes: then only the date is checked
 */
export function problemsOf(
  form: PollForm,
  now: number,
  textsStay = false,
): { problems: Problems; sentence: string | null } {
  const problems: Record<string, string> = {}
  const at = instantOf(form.closesAt)
  if (at !== null && !(at > now)) problems.closesAt = errorTable.poll_closing_date_invalid[1]
  if (textsStay) return { problems, sentence: null }
  const { question, options } = textsOf(form)
  const missing = question === '' || options.includes('')
  if (question === '') problems.question = 'Please enter a question.'
  options.forEach((text, place) => {
    const before = options.slice(0, place).filter((other) => other !== '')
    const isAlike = before.some((other) => !pollTextsComplete({ question: '?', options: [other, text] }).allowed)
    if (text === '') problems[`options.${place}`] = 'Please fill this option in.'
    else if (isAlike) problems[`options.${place}`] = errorTable.poll_options_alike[1]
  })
  return { problems, sentence: missing ? errorTable.poll_fields_missing[1] : null }
}

export const creationOf = (form: PollForm): CallRequest<'polls.create'> => {
  const at = instantOf(form.closesAt)
  return { ...textsOf(form), ...(at !== null && { closesAt: at }) }
}

/** Whether two forms ask the same: their closing dates may differ. */
export const isSameQuestion = (form: PollForm, other: PollForm): boolean => isSameForm(textsOf(form), textsOf(other))

/**
 * What was changed here since the form was opened: the poll may read differently by now, and what others changed stays theirs. The
 * texts only while they may change.
 */
export function changeOf(poll: Poll, form: PollForm, first: PollForm): CallRequest<'polls.update'> {
  const [texts, before] = [textsOf(form), textsOf(first)]
  const { updateTexts } = poll.may
  return {
    pollId: poll.id,
    ...(updateTexts && texts.question !== before.question && { question: texts.question }),
    ...(updateTexts && !isSameForm(texts.options, before.options) && { options: texts.options }),
    ...(form.closesAt !== first.closesAt && { closesAt: instantOf(form.closesAt) }),
  }
}
