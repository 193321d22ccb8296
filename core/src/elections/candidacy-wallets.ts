import { NationError } from '@nation/domain/errors'
import { createHash } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import { column, readRows, type RowOf, write } from '../platform'

interface Standing {
  readonly election: { readonly id: string; readonly uid: string }
  readonly citizenId: string
  readonly wallet: string
}

/**
 * Takes a wallet for a citizen who stands in an election. It stays theirs until the election is over, whatever is unlinked and withdrawn:
 * the $ON of one wallet carry the candidacies of one citizen (ruling: vote weight). A wallet that votes for another citizen in this
 * election, by the roll, carries no candidacy either. The primary key decides between two who stand at once.
 * @throws NationError `wallet_counted`
 */
export async function takeWallet(tx: EntityManager, { election, citizenId, wallet }: Standing): Promise<void> {
  const hash = createHash('sha256').update(`${election.uid} ${wallet}`).digest('hex')
  await write(tx, 'INSERT IGNORE INTO candidacy_wallets (election_id, wallet_hash, citizen_id) VALUES (?, ?, ?)', [
    election.id,
    hash,
    citizenId,
  ])
  const shape = { citizen_id: column.key }
  const rows: RowOf<typeof shape>[] = await readRows(
    tx,
    shape,
    `SELECT citizen_id FROM candidacy_wallets WHERE election_id = ? AND wallet_hash = ?
     UNION ALL SELECT citizen_id FROM roll_entries WHERE election_id = ? AND wallet_address = ?`,
    [election.id, hash, election.id, wallet],
  )
  if (rows.some((row) => row.citizen_id !== citizenId)) throw new NationError('wallet_counted')
}

/** Forgets the wallets of an election that is over. */
export async function forgetWallets(tx: EntityManager, electionId: string): Promise<void> {
  await tx.query('DELETE FROM candidacy_wallets WHERE election_id = ?', [electionId])
}
