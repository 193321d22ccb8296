import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import {
  interviewLimits,
  responseCsvLine,
  responseJson,
  responsesCsvHead,
  responsesFileName,
} from '@nation/domain/interviews'
import type { EntityManager } from 'typeorm'
import { readCursor, type CitizenContext, column, readOne, readRows, type RowOf } from '../platform'
import { onePage, presentManaged, type InterviewRow, type ManagedView } from './interview-rows'
import { interviewNamed } from './interviews.service'

/** An answer beside its question. */
const answerRow = { response_id: column.key, question_uid: column.text, question: column.text, answer: column.text }

export type AnswerRow = RowOf<typeof answerRow>

/** What responses say, in the order of the questions, by the response's row key. */
export async function answersOf(tx: EntityManager, responseIds: readonly string[]): Promise<Map<string, AnswerRow[]>> {
  const found = new Map<string, AnswerRow[]>()
  if (responseIds.length === 0) return found
  const rows = await readRows(
    tx,
    answerRow,
    `SELECT a.response_id, q.uid AS question_uid, q.question, a.answer
     FROM interview_answers a FORCE INDEX (PRIMARY) STRAIGHT_JOIN interview_questions q ON q.id = a.question_id
     WHERE a.response_id IN (?) ORDER BY a.response_id, q.place`,
    [responseIds],
  )
  for (const row of rows) {
    const own = found.get(row.response_id)
    if (own) own.push(row)
    else found.set(row.response_id, [row])
  }
  return found
}

const responseRow = {
  id: column.key,
  uid: column.text,
  user_id: column.text,
  username: column.text,
  submitted_at: column.instant,
}

type ResponseView = CallOutput<'interviews.responses'>['responses'][number]

/** Which responses are meant: conditions on `r` and its citizen `c`, with their values. */
interface Meant {
  readonly where: string
  readonly values: readonly string[]
}

/** The responses to an interview; with a search, those in whose names or answers it is found. */
function meant(interviewId: string, search: string): Meant {
  if (search === '') return { where: 'r.interview_id = ?', values: [interviewId] }
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return {
    where: `r.interview_id = ? AND (c.username LIKE ? OR EXISTS (
      SELECT 1 FROM interview_answers a WHERE a.response_id = r.id AND a.answer LIKE ?))`,
    values: [interviewId, pattern, pattern],
  }
}

/** A page of them, the newest first. */
async function responsePage(
  tx: EntityManager,
  { where, values }: Meant,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ responses: ResponseView[]; nextCursor: string | null }> {
  const before = cursor === undefined ? [] : readCursor(cursor, 1)
  const rows = await readRows(
    tx,
    responseRow,
    `SELECT r.id, r.uid, c.uid AS user_id, c.username, r.submitted_at
     FROM interview_responses r FORCE INDEX (ix_interview_responses_list) STRAIGHT_JOIN citizens c ON c.id = r.citizen_id
     WHERE ${where}${before.length > 0 ? ' AND r.id < ?' : ''} ORDER BY r.id DESC LIMIT ${limit + 1}`,
    [...values, ...before],
  )
  const { rows: page, nextCursor } = onePage(rows, limit)
  const answers = await answersOf(
    tx,
    page.map(({ id }) => id),
  )
  const responses = page.map((response) => ({
    id: response.uid,
    userId: response.user_id,
    username: response.username,
    submittedAt: response.submitted_at.getTime(),
    answers: (answers.get(response.id) ?? []).map(({ question_uid, answer }) => ({ questionId: question_uid, answer })),
  }))
  return { responses, nextCursor }
}

async function countMeant(tx: EntityManager, { where, values }: Meant): Promise<number> {
  const row = await readOne(
    tx,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM interview_responses r JOIN citizens c ON c.id = r.citizen_id WHERE ${where}`,
    [...values],
  )
  return row.n ?? 0
}

async function managedView(tx: EntityManager, row: InterviewRow): Promise<ManagedView> {
  const [interview] = await presentManaged(tx, [row])
  if (!interview) throw new NationError('interview_not_found')
  return interview
}

/**
 * `interviews.responses`: what citizens answered, the newest first, also to what was deleted; with a search, those in whose
 * names or answers it is found.
 * @throws NationError `interview_not_found`
 */
export async function listResponses(
  ctx: CitizenContext,
  { interviewId, search = '', limit = interviewLimits.page, cursor }: CallInput<'interviews.responses'>,
): Promise<CallOutput<'interviews.responses'>> {
  const row = await interviewNamed(ctx.tx, interviewId)
  const interview = await managedView(ctx.tx, row)
  const asked = meant(row.id, search)
  const page = await responsePage(ctx.tx, asked, { limit, cursor })
  return { success: true, interview, matching: await matchingOf(), ...page }

  async function matchingOf(): Promise<number> {
    if (search === '') return interview.responseCount
    // A search that fits on one page has been counted by reading it; a count would look at every answer once more.
    const isWhole = cursor === undefined && page.nextCursor === null
    return isWhole ? page.responses.length : countMeant(ctx.tx, asked)
  }
}

/** A file that is written while it is sent. */
export interface ResponsesFile {
  readonly name: string
  readonly type: string
  readonly parts: AsyncIterable<string>
}

/**
 * `interviews.export`: all responses, or those that a search finds, as a table or as a list. They are read piece by piece
 * while the file is sent, so that its size is no matter of memory: what comes meanwhile is not in it, and who leaves the
 * nation meanwhile is not either.
 * @param atOnce how many are read at a time
 * @throws NationError `interview_not_found`
 */
export async function exportResponses(
  ctx: CitizenContext,
  { interviewId, search = '', format }: CallInput<'interviews.export'>,
  atOnce: AtOnce = atOnceOfExport,
): Promise<ResponsesFile> {
  const row = await interviewNamed(ctx.tx, interviewId)
  const { title, questions } = await managedView(ctx.tx, row)
  const pages = pagesOf(ctx.tx, meant(row.id, search), atOnce)
  const csv = format === 'csv'
  return {
    name: responsesFileName(title, format),
    type: csv ? 'text/csv; charset=utf-8' : 'application/json',
    parts: csv ? tableOf(questions, pages) : documentOf(questions, pages),
  }
}

/** How many responses are read at a time: more where they are short, so that a page holds about as many characters as are meant. */
interface AtOnce {
  readonly least: number
  readonly most: number
  readonly characters: number
}

/** A hundred of the longest are some megabytes; of short ones a thousand are read as fast as a hundred. */
const atOnceOfExport: AtOnce = { least: 100, most: 1_000, characters: 500_000 }

async function* pagesOf(
  tx: EntityManager,
  asked: Meant,
  { least, most, characters }: AtOnce,
): AsyncGenerator<ResponseView[]> {
  let cursor: string | undefined
  let limit = least
  do {
    const { responses, nextCursor } = await responsePage(tx, asked, { limit, cursor })
    yield responses
    cursor = nextCursor ?? undefined
    const average = charactersOf(responses) / Math.max(1, responses.length)
    limit = Math.min(most, 2 * limit, Math.max(least, Math.floor(characters / Math.max(1, average))))
  } while (cursor !== undefined)
}

const charactersOf = (responses: readonly ResponseView[]): number =>
  responses.reduce((sum, { answers }) => answers.reduce((all, { answer }) => all + answer.length, sum), 0)

type Questions = ManagedView['questions']

async function* tableOf(questions: Questions, pages: AsyncIterable<ResponseView[]>): AsyncGenerator<string> {
  yield responsesCsvHead(questions)
  for await (const page of pages) yield page.map((response) => responseCsvLine(questions, response)).join('')
}

async function* documentOf(questions: Questions, pages: AsyncIterable<ResponseView[]>): AsyncGenerator<string> {
  let between = '[\n'
  for await (const page of pages) {
    for (const response of page) {
      yield `${between}${responseJson(questions, response)}`
      between = ',\n'
    }
  }
  yield between === '[\n' ? '[]\n' : '\n]\n'
}
