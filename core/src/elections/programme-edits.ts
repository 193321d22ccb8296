import type { CallOutput } from '@nation/domain/contract'
import { mostProgrammeEdits } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { z } from 'zod'
import { column, readRows, type RowOf } from '../platform'
import { programmeOf } from './candidacy-profile'
import { ProgrammeVersion, PublishedTally, type Candidacy } from './candidacy.entity'

/**
 * Keeps what a programme says before an edit, in the edit's transaction, which has locked the candidacy. The votes are those of the public
 * counts: the exact ones would tell of single voters.
 * @returns the number of the kept version
 * @throws NationError `programme_edits_spent`
 */
export async function keepVersion(
  tx: EntityManager,
  candidacy: Candidacy,
  changed: string[],
  replacedAt: Date,
): Promise<number> {
  const versions = tx.getRepository(ProgrammeVersion)
  const number = (await versions.countBy({ candidacyId: candidacy.id })) + 1
  if (number > mostProgrammeEdits) throw new NationError('programme_edits_spent')
  const { supporters: votes } = await tx.getRepository(PublishedTally).findOneByOrFail({ candidacyId: candidacy.id })
  const programme = programmeOf(candidacy)
  await versions.insert({ candidacyId: candidacy.id, number, programme, changed, votes, replacedAt })
  return number
}

export const editRow = {
  number: column.integer,
  changed: column.json(z.array(z.string())),
  votes: column.integer,
  replaced_at: column.instant,
}

type Edit = CallOutput<'candidates.get'>['edits'][number]

/** An edit as readers see it. */
export const editOf = ({ number, replaced_at: at, votes, changed }: RowOf<typeof editRow>): Edit => ({
  number,
  at: at.getTime(),
  votes,
  changed,
})

/** The edits of a candidacy while voting was open, the newest first. */
export async function editsOf(tx: EntityManager, candidacyId: string): Promise<Edit[]> {
  const rows = await readRows(
    tx,
    editRow,
    'SELECT number, changed, votes, replaced_at FROM programme_versions WHERE candidacy_id = ? ORDER BY number DESC',
    [candidacyId],
  )
  return rows.map(editOf)
}
