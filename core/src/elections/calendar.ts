import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { Election } from './election.entity'

/** The condition that leaves out cancelled elections: no list shows them, and their dates are free. */
export const inCalendar = `election.stage <> 'cancelled'`

/** The open election, or else the next one; null when none is planned. */
export function openOrNext(tx: EntityManager, now: Date): Promise<Election | null> {
  return tx
    .getRepository(Election)
    .createQueryBuilder('election')
    .where(`election.endsAt > :now AND ${inCalendar}`, { now })
    .orderBy('election.startsAt', 'ASC')
    .getOne()
}

/** The election that ended last. */
export function latestEnded(tx: EntityManager, now: Date): Promise<Election | null> {
  return tx
    .getRepository(Election)
    .createQueryBuilder('election')
    .where(`election.endsAt <= :now AND ${inCalendar}`, { now })
    .orderBy('election.startsAt', 'DESC')
    .getOne()
}

/**
 * The election of a call: the named one; without a name the open one, or else the next one.
 * @throws NationError `election_not_found`
 */
export async function electionMeant(tx: EntityManager, uid: string | undefined, now: Date): Promise<Election> {
  const election = uid ? await tx.getRepository(Election).findOneBy({ uid }) : await openOrNext(tx, now)
  if (!election) throw new NationError('election_not_found')
  return election
}

/**
 * Locks the calendar, so that planning and opening of elections happen one after the other: while this row is locked, no election
 * is added. It is an upsert, so that it also locks when the row does not exist yet.
 */
export async function lockCalendar(tx: EntityManager): Promise<void> {
  await tx.query('INSERT INTO election_calendar (id) VALUES (1) ON DUPLICATE KEY UPDATE id = id')
}
