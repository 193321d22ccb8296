import type { SocialLink } from '@nation/domain/system'

/** A link as it is written. It keeps its key while others come, go and change places. */
export interface LinkRow extends SocialLink {
  readonly key: number
}

export type LinkRows = readonly LinkRow[]

export const rowsOf = (links: readonly SocialLink[]): LinkRows => links.map((link, key) => ({ ...link, key }))

/** One more blank link at the end. */
export const addRow = (rows: LinkRows): LinkRows => [
  ...rows,
  { key: 1 + Math.max(-1, ...rows.map(({ key }) => key)), name: '', url: '' },
]

export const removeRow = (rows: LinkRows, key: number): LinkRows => rows.filter((row) => row.key !== key)

export const writeRow = (rows: LinkRows, key: number, written: Partial<SocialLink>): LinkRows =>
  rows.map((row) => (row.key === key ? { ...row, ...written } : row))

/** Moves the link at a place by one: -1 is up. At an end it stays. */
export function moveRow(rows: LinkRows, from: number, by: -1 | 1): LinkRows {
  const moved = rows[from]
  const other = rows[from + by]
  if (!moved || !other) return rows
  return rows.map((row, index) => (index === from ? other : index === from + by ? moved : row))
}

/** What is sent: links without their keys and the blanks around them. */
export const linksOf = (rows: LinkRows): SocialLink[] =>
  rows.map(({ name, url }) => ({ name: name.trim(), url: url.trim() }))

/** Whether these are other links, or stand in another order. */
export const differ = (some: readonly SocialLink[], others: readonly SocialLink[]): boolean =>
  some.length !== others.length || some.some(({ name, url }, at) => name !== others[at]?.name || url !== others[at].url)
