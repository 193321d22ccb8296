import type { CallOutput } from '@nation/domain/contract'
import { promiseReportLimits } from '@nation/domain/government'
import type { EntityManager } from 'typeorm'
import { column, distinct, groupBy, readRows } from '../platform'

type PromiseRecord = NonNullable<CallOutput<'candidates.get'>['candidate']['record']>

const termRow = {
  citizen_id: column.key,
  candidacy_id: column.key.present,
  made: column.integer.present,
  done: column.integer.nullable,
  broken: column.integer.nullable,
}

interface Standing {
  /** The candidacy's row key, and the citizen's. */
  readonly id: string
  readonly citizen_id: string
}

/**
 * What became of the goals and promises for which these candidates were elected before, in the terms that `government.promises`
 * answers; null for a candidate who was not. The term that the candidacy itself won does not count. One statement for all of them.
 */
export async function promiseRecords(
  tx: EntityManager,
  candidates: readonly Standing[],
): Promise<(candidate: Standing) => PromiseRecord | null> {
  if (candidates.length === 0) return () => null
  const terms = await readRows(
    tx,
    termRow,
    `SELECT t.citizen_id, t.candidacy_id, JSON_LENGTH(k.goals) + JSON_LENGTH(k.promises) AS made,
       SUM(s.state = 'done') AS done, SUM(s.state = 'broken') AS broken
     FROM (SELECT citizen_id, candidacy_id, ROW_NUMBER() OVER (PARTITION BY citizen_id ORDER BY started_at DESC, id DESC) AS place
       FROM terms FORCE INDEX (ix_terms_citizen) WHERE citizen_id IN (?) AND candidacy_id IS NOT NULL) t
     JOIN candidacies k ON k.id = t.candidacy_id LEFT JOIN promise_states s ON s.candidacy_id = k.id
     WHERE t.place <= ${promiseReportLimits.terms} GROUP BY t.citizen_id, t.candidacy_id, made`,
    [distinct(candidates.map((one) => one.citizen_id))],
  )
  const byCitizen = groupBy(terms, (term) => term.citizen_id)
  return ({ id, citizen_id: citizenId }) => {
    const earlier = (byCitizen.get(citizenId) ?? []).filter((term) => term.candidacy_id !== id)
    if (earlier.length === 0) return null
    // The texts of a citizen who left are gone, and with them the promises.
    const kept = earlier.filter(({ made }) => made > 0)
    const sum = (of: (term: (typeof kept)[number]) => number | null) =>
      kept.reduce((all, term) => all + (of(term) ?? 0), 0)
    const [made, done, broken] = [sum((term) => term.made), sum((term) => term.done), sum((term) => term.broken)]
    return { done, broken, open: made - done - broken }
  }
}
