import { NationError, type ErrorDetail } from '@nation/domain/errors'
import { imageTypes } from '@nation/domain/media'
import type { EntityManager } from 'typeorm'
import { column, readRows, sharedAtOnce } from '../platform'

const uploads = '/media/uploads/'

/** An address that a citizen sent, and the field in which they sent it. */
export interface GivenFile {
  readonly path: string
  readonly url: string | null | undefined
}

interface Options {
  readonly onlyImages?: boolean
}

/**
 * Makes sure that addresses of uploads are the citizen's own, and that they stay as long as this transaction lasts. Other
 * addresses (a picture on X, one that the nation drew) are not looked at. It waits for no lock: callers hold rows that votes need.
 * @throws NationError `invalid_input` with each field whose upload is no longer there, `picture_not_yours`; the transaction's `busy` while
 * an upload is reviewed or uploaded again
 */
export async function requireOwnUploads(
  tx: EntityManager,
  citizenId: string,
  files: readonly GivenFile[],
  options: Options = {},
): Promise<void> {
  const gone = await goneUploads(tx, citizenId, files, options)
  if (gone.length > 0) throw new NationError('invalid_input', {}, gone)
}

/** The same, for callers that find more wrong fields: those whose upload is no longer there. @throws NationError as `requireOwnUploads` */
export async function goneUploads(
  tx: EntityManager,
  citizenId: string,
  files: readonly GivenFile[],
  options: Options = {},
): Promise<ErrorDetail[]> {
  const given = files.flatMap(({ path, url }) => (url?.startsWith(uploads) ? [{ path, name: nameOf(url) }] : []))
  if (given.length === 0) return []
  const names = [...new Set(given.map(({ name }) => name))]
  const types = options.onlyImages ? 'AND type IN (?)' : ''
  const rows = await readRows(
    tx,
    { name: column.text },
    `SELECT name FROM media WHERE name IN (?) AND owner_id = ? AND removed_at IS NULL ${types} ORDER BY id
     ${sharedAtOnce(tx.dataSource)}`,
    [names, citizenId, ...(options.onlyImages ? [imageTypes] : [])],
  )
  const found = new Set(rows.map(({ name }) => name))
  const missing = names.filter((name) => !found.has(name))
  if (missing.length === 0) return []
  const known = await readRows(
    tx,
    { owner_id: column.key, type: column.text },
    'SELECT owner_id, type FROM media WHERE name IN (?)',
    [missing],
  )
  const isAllowed = ({ owner_id, type }: (typeof known)[number]) =>
    owner_id === citizenId && (!options.onlyImages || (imageTypes as readonly string[]).includes(type))
  if (!known.every(isAllowed)) throw new NationError('picture_not_yours')
  // A draft on a device may name a file that nothing else did for a week.
  return given.filter(({ name }) => !found.has(name)).map(({ path }) => ({ path, ...uploadGone }))
}

/** What is wrong with a field whose upload was removed meanwhile. */
export const uploadGone = { code: 'removed', message: 'This file was removed. Please upload it again.' } as const

const nameOf = (url: string) => url.slice('/media/'.length)
