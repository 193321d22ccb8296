import { rights } from '../platform'
import { removedBefore, type Feature } from '../work'
import { eraseReaction, deleteFromRollsReaction } from './erase'
import { exportLifetimeMs, exportReaction } from './export-data'
import { AccountDeletion, DataExport, FormerAccount } from './privacy.entity'

/** What joining and leaving add to the nation. */
export const feature: Feature = {
  entities: [DataExport, AccountDeletion, FormerAccount],
  tables: {
    account_deletions: rights.kept,
    data_exports: rights.passing,
    data_export_parts: rights.passing,
    former_accounts: rights.passing,
  },
  retention: [
    removedBefore('DELETE FROM data_exports WHERE created_at < ? LIMIT 1000', exportLifetimeMs),
    removedBefore('DELETE FROM former_accounts WHERE votes_from < ? LIMIT 1000'),
  ],
  reactions: (database, config) => [exportReaction(database), eraseReaction(config), deleteFromRollsReaction],
}
