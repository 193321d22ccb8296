import { gazetteProjection } from '@nation/core/gazette'
import { projectAll, rewind } from '@nation/core/journal'
import { openClock } from '@nation/core/platform'
import type { DataSource } from 'typeorm'

/**
 * `gazette [--rebuild]`: brings the gazette to the journal; with --rebuild, by what its entries are found is written anew. Numbers
 * stay.
 * @returns what was done, in a sentence
 */
export async function readGazette(
  database: DataSource,
  args: readonly string[],
  isProduction: boolean,
): Promise<string> {
  const clock = await openClock(database, isProduction)
  try {
    const runtime = { database, clock, nudge: () => undefined }
    if (args.includes('--rebuild')) await rewind(runtime, gazetteProjection)
    return `${await projectAll(runtime, gazetteProjection)} entries of the journal were read.`
  } finally {
    clock.close()
  }
}
