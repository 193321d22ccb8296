import { NationError } from '@nation/domain/errors'
import { imageTypes } from '@nation/domain/media'
import type { EntityManager } from 'typeorm'
import { column, readRows, sharedAtOnce } from '../platform'

const uploads = '/media/uploads/'

/**
 * Makes sure that addresses of uploads are the citizen's own, and that they stay as long as this transaction lasts. Other
 * addresses (a picture on X, one that the nation drew) are not looked at. It waits for no lock: callers hold rows that votes need.
 * @throws NationError `picture_not_yours`; the transaction's `busy` while an upload is reviewed or uploaded again
 */
export async function requireOwnUploads(
  tx: EntityManager,
  citizenId: string,
  urls: readonly (string | null | undefined)[],
  options: { readonly onlyImages?: boolean } = {},
): Promise<void> {
  const names = new Set(urls.flatMap((url) => (url?.startsWith(uploads) ? [url.slice('/media/'.length)] : [])))
  if (names.size === 0) return
  const types = options.onlyImages ? 'AND type IN (?)' : ''
  const rows = await readRows(
    tx,
    { id: column.key },
    `SELECT id FROM media WHERE name IN (?) AND owner_id = ? AND removed_at IS NULL ${types} ORDER BY id
     ${sharedAtOnce(tx.dataSource)}`,
    [[...names], citizenId, ...(options.onlyImages ? [imageTypes] : [])],
  )
  if (rows.length < names.size) throw new NationError('picture_not_yours')
}
