import { basisText, type BasisRow, type CommandTable } from '@nation/domain/commands'

/** The version of a row, as the server computes it: SHA-256 of its basis, in hexadecimal digits. Null where there is no row. */
export async function versionOf(table: CommandTable, row: BasisRow | null | undefined): Promise<string | null> {
  const text = basisText(table, row)
  if (text === null) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
