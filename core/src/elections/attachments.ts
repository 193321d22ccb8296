import { arrangeAttachments, positionOf, takesEnding, type PositionId } from '@nation/domain/elections'
import { NationError, type ErrorDetail } from '@nation/domain/errors'
import { mediaTypes, type MediaType } from '@nation/domain/media'
import type { EntityManager } from 'typeorm'
import { goneUploads } from '../media'
import { column, readRows } from '../platform'

const uploads = '/media/uploads/'

/** The attachments of a candidacy, and its citizen. */
export interface GivenAttachments {
  /** Row key of the candidate's citizen. */
  readonly citizenId: string
  readonly position: PositionId
  readonly given: Readonly<Record<string, readonly string[]>>
  /** The present attachments, by label. A file that is there already may stay under its label without a check. */
  readonly shown: Readonly<Record<string, readonly string[]>>
  /** The wrong fields of the rest of the form: all are told at once. */
  readonly alsoWrong: readonly ErrorDetail[]
}

/**
 * The attachments as they are stored, by label. Of too many files the latest stay. Each must be one of the candidate's own
 * uploads, of an accepted type. The uploads are locked until the transaction ends, so that they are not deleted.
 * @throws NationError `invalid_input` with every wrong field, `picture_not_yours`
 */
export async function attachmentsToStore(
  tx: EntityManager,
  { citizenId, position, given, shown, alsoWrong }: GivenAttachments,
): Promise<Record<string, string[]>> {
  const { attachments, wrong } = arrangeAttachments(position, given)
  const stays = (label: string, url: string) => shown[label]?.includes(url) ?? false
  const files = Object.entries(attachments).flatMap(([label, urls]) =>
    urls.map((url, place) => ({ label, url, path: `attachments.${label}.${place}` })),
  )
  const gone = await goneUploads(tx, citizenId, files)
  const goneAt = new Set(gone.map(({ path }) => path))
  const there = files.filter(({ path }) => !goneAt.has(path))
  const types = await typesOf(tx, citizenId, there.map(({ url }) => url).filter(isUpload))
  const details = [
    ...alsoWrong,
    ...wrong,
    ...gone,
    ...there.flatMap(({ label, url, path }) =>
      stays(label, url) ? [] : wrongFile(position, label, path, types.get(url)),
    ),
  ]
  if (details.length > 0) throw new NationError('invalid_input', {}, details)
  return attachments
}

const isUpload = (url: string) => url.startsWith(uploads)

const everyType = Object.keys(mediaTypes) as MediaType[]

/** Types of uploads of the citizen that `goneUploads` has locked, by address. */
async function typesOf(tx: EntityManager, citizenId: string, urls: readonly string[]): Promise<Map<string, MediaType>> {
  if (urls.length === 0) return new Map()
  const names = [...new Set(urls)].map((url) => url.slice('/media/'.length))
  const rows = await readRows(
    tx,
    { name: column.text, type: column.oneOf(everyType) },
    'SELECT name, type FROM media WHERE name IN (?) AND owner_id = ?',
    [names, citizenId],
  )
  return new Map(rows.map(({ name, type }) => [`/media/${name}`, type]))
}

function wrongFile(position: PositionId, label: string, path: string, type: MediaType | undefined): ErrorDetail[] {
  if (type === undefined) return [{ path, code: 'not_uploaded', message: 'Please upload this file.' }]
  const requirement = positionOf(position).attachments.find((one) => one.label === label)
  if (!requirement || takesEnding(requirement, mediaTypes[type])) return []
  return [{ path, code: 'type', message: `Please choose one of: ${requirement.acceptedTypes.join(', ')}.` }]
}
