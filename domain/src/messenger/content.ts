/** What readers may answer a message with, without words. A new one comes last. */
export const reactions = ['thumbs-up', 'heart', 'laugh', 'surprised', 'sad', 'celebrate'] as const

export type Reaction = (typeof reactions)[number]

/** How much a message carries besides its text. */
export const contentLimits = { images: 4, mentions: 10 } as const

/** A handle of X behind an at sign that touches no word before it, so that an email address is no mention. */
const mention = /(?<![\p{L}\p{N}_@.])@([A-Za-z0-9_]{1,64})/gu

/** The handles that a text mentions, in lower case, each once; those behind the tenth are not looked at. */
export function mentionedHandles(text: string): string[] {
  const handles = [...text.matchAll(mention)].map(([, handle = '']) => handle.toLowerCase())
  return [...new Set(handles)].slice(0, contentLimits.mentions)
}
