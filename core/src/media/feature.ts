import { rights } from '../platform'
import { retentionBatch, type Feature } from '../work'
import { Media } from './media.entity'
import { portraitReaction } from './portrait'
import { deleteOldUploads } from './upload.service'

/** What uploads and pictures add to the nation. */
export const feature: Feature = {
  entities: [Media],
  tables: {
    media: rights.passing,
    upload_attempts: rights.passing,
  },
  retention: [(database, now) => deleteOldUploads(database.manager, now, retentionBatch)],
  reactions: (database, config) => [portraitReaction(database, config)],
}
