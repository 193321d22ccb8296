import { responseCsvLine, responseJson, responsesCsvHead } from '@nation/domain/interviews'
import type { CallAnswer, CallRequest } from '@nation/domain/contract'
import { call } from '../../../lib/api/client'

export type ExportFormat = 'csv' | 'json'

const PAGE = 50

/**
 * All responses to an interview as a file's content, read page by page; with a search, those that it finds. `tell` hears
 * how many have been read so far.
 * @throws ApiError
 */
export async function responsesAsFile(
  interviewId: string,
  search: string,
  format: ExportFormat,
  tell: (read: number) => void,
): Promise<{ name: string; content: Blob }> {
  const parts: string[] = []
  let read = 0
  let title = ''
  let cursor: string | null = null
  do {
    const input: CallRequest<'interviews.responses'> = {
      interviewId,
      limit: PAGE,
      ...(search !== '' && { search }),
      ...(cursor !== null && { cursor }),
    }
    const page: CallAnswer<'interviews.responses'> = await call('interviews.responses', input)
    const { questions } = page.interview
    title = page.interview.title
    if (format === 'csv' && parts.length === 0) parts.push(responsesCsvHead(questions))
    for (const response of page.responses) {
      parts.push(format === 'csv' ? responseCsvLine(questions, response) : responseJson(questions, response))
    }
    read += page.responses.length
    tell(read)
    cursor = page.nextCursor
  } while (cursor !== null)
  const text = format === 'csv' ? parts.join('') : `[\n${parts.join(',\n')}\n]\n`
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json'
  return { name: `${slugOf(title)}-responses.${format}`, content: new Blob([text], { type }) }
}

/** A title as a part of a file's name. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'interview'
