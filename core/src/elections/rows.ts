import { stageColumn, statusColumn } from './columns'
import type { CandidacyStatus, ElectionStage, ElectionState } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { type Lock, column, readRows, type RowOf } from '../platform'

/** An election for the frequent statements: the columns of its row, keys as strings. */
export interface ElectionRow extends ElectionState {
  readonly id: string
  readonly uid: string
  readonly stage: ElectionStage
}

/** A row of elections as the driver answers it. */
export const rawElectionRow = {
  id: column.key,
  uid: column.text,
  starts_at: column.instant,
  phase_two_at: column.instant,
  ends_at: column.instant,
  stage: stageColumn,
}

type RawElection = RowOf<typeof rawElectionRow>

/** The columns of `rawElectionRow`. */
export const electionColumns = 'id, uid, starts_at, phase_two_at, ends_at, stage'

/** Elections by their keys, in ascending order, which is also the order of their locks. */
export async function electionsById(tx: EntityManager, ids: readonly string[], lock: Lock): Promise<ElectionRow[]> {
  if (ids.length === 0) return []
  const rows = await readRows(
    tx,
    rawElectionRow,
    `SELECT ${electionColumns} FROM elections WHERE id IN (?) ORDER BY id ${lock}`,
    [ids],
  )
  return rows.map(electionOf)
}

export const electionOf = (row: RawElection): ElectionRow => ({
  id: row.id,
  uid: row.uid,
  startsAt: row.starts_at,
  phaseTwoAt: row.phase_two_at,
  endsAt: row.ends_at,
  stage: row.stage,
})

/** A candidacy for the frequent statements. */
export interface CandidacyRow {
  readonly id: string
  readonly uid: string
  readonly electionId: string
  /** The position's order, 1 to 9. */
  readonly position: number
  readonly citizenId: string
  readonly status: CandidacyStatus
}

const rawCandidacyRow = {
  id: column.key,
  uid: column.text,
  election_id: column.key,
  position: column.integer,
  citizen_id: column.key,
  status: statusColumn,
}

type RawCandidacy = RowOf<typeof rawCandidacyRow>

const candidacyColumns = 'id, uid, election_id, position, citizen_id, status'

const candidacyOf = (row: RawCandidacy): CandidacyRow => ({
  id: row.id,
  uid: row.uid,
  electionId: row.election_id,
  position: row.position,
  citizenId: row.citizen_id,
  status: row.status,
})

/** Candidacies by their public ids, without locks. */
export async function candidaciesByUid(tx: EntityManager, uids: readonly string[]): Promise<CandidacyRow[]> {
  if (uids.length === 0) return []
  const rows = await readRows(tx, rawCandidacyRow, `SELECT ${candidacyColumns} FROM candidacies WHERE uid IN (?)`, [
    uids,
  ])
  return rows.map(candidacyOf)
}
