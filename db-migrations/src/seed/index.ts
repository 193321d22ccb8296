import type { DataSource } from 'typeorm'

export interface SeedOptions {
  readonly mediaDir: string
  readonly say: (line: string) => void
}

/** Fills an empty database with the demo nation; does nothing when somebody lives there already. */
export async function seed(database: DataSource, options: SeedOptions): Promise<void> {
  await database.query('SELECT 1')
  options.say('There is no demo nation yet.')
}
