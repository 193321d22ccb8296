/** What a file of a candidacy is, by the ending of its address. */
export type FileKind = 'picture' | 'film' | 'document'

const endingOf = (address: string): string => /\.(\w{1,5})(?:[?#].*)?$/.exec(address)?.[1]?.toLowerCase() ?? ''

/** How a file can be shown: pictures and films by themselves, anything else as a link. */
export function fileKind(address: string): FileKind {
  const ending = endingOf(address)
  if (['png', 'jpg', 'jpeg', 'gif', 'webp'].includes(ending)) return 'picture'
  return ending === 'mp4' ? 'film' : 'document'
}

/** What kind of document it is, in capitals: 'PDF'; 'FILE' when its address does not say. */
export const fileEnding = (address: string): string => endingOf(address).toUpperCase() || 'FILE'
