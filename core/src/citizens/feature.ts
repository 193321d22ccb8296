import { rights } from '../platform'
import { removedBefore, type Feature } from '../work'
import { deleteOldScans } from './balance-scan'
import { citizensCounter } from './citizen-words'
import { Citizen } from './citizen.entity'
import { CitizenPage } from './page.entity'

/** What citizens add to the nation. */
export const feature: Feature = {
  entities: [Citizen, CitizenPage],
  tables: {
    balance_scan_rows: rights.passing,
    balance_scans: rights.passing,
    citizen_pages: rights.passing,
    citizen_words: rights.passing,
    citizens: rights.kept,
    official_names: rights.passing,
    token_migration_citizens: rights.kept,
    token_migrations: rights.kept,
    token_state: rights.kept,
    wallet_challenges: rights.passing,
  },
  counters: [citizensCounter],
  retention: [
    removedBefore('DELETE FROM wallet_challenges WHERE expires_at < ? ORDER BY expires_at LIMIT 1000'),
    (database, now) => deleteOldScans(database.manager, now),
  ],
}
