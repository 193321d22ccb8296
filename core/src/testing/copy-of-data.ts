import type { DataSource } from 'typeorm'
import type { Citizen } from '../citizens'
import { collectData } from '../membership/collect-data'

/** What a citizen's copy of their data says, but for the journal. */
export async function copyOfData(database: DataSource, citizen: Citizen): Promise<Record<string, unknown>> {
  let text = ''
  for await (const piece of collectData(database, citizen, 0, () => Promise.resolve())) text += piece
  return JSON.parse(text) as Record<string, unknown>
}
