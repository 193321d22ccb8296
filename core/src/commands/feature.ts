import { rights } from '../platform'
import { retentionBatch, type Feature } from '../work'
import { deleteOldCommands } from './commands.service'

/** What the console's commands add to the nation. */
export const feature: Feature = {
  tables: { admin_commands: rights.passing },
  retention: [(database, now) => deleteOldCommands(database.manager, now, retentionBatch)],
}
