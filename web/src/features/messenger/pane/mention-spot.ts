/** The beginning of a mention in a text: from its `@` up to the end of its letters. */
export interface MentionSpot {
  readonly from: number
  readonly to: number
  /** What stands between the `@` and the caret. */
  readonly query: string
}

/** As the nation finds mentions: an `@` that touches no word before it. Names may have letters that handles do not have. */
const begun = /(?<![\p{L}\p{N}_@.])@([\p{L}\p{N}_]{1,64})$/u
const rest = /^[\p{L}\p{N}_]*/u

/** The mention in which the caret stands; null where it stands in none. */
export function mentionAt(text: string, caret: number): MentionSpot | null {
  const query = begun.exec(text.slice(0, caret))?.[1]
  if (query === undefined) return null
  const [after = ''] = rest.exec(text.slice(caret)) ?? []
  return { from: caret - query.length - 1, to: caret + after.length, query }
}

/** Puts a handle in the place of what was begun, with a space behind it. Answers the text, and where the caret stands then. */
export function withMention(text: string, { from, to }: MentionSpot, handle: string) {
  const before = `${text.slice(0, from)}@${handle} `
  const after = text.slice(to)
  return { text: before + (after.startsWith(' ') ? after.slice(1) : after), caret: before.length }
}

interface Named {
  readonly username: string
  readonly twitterUsername: string
}

const words = (text: string) => text.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Whether the name or the handle, or a word of them, begins with what was typed. */
export function fitsQuery({ username, twitterUsername }: Named, query: string): boolean {
  const typed = query.toLocaleLowerCase()
  const handle = twitterUsername.toLocaleLowerCase()
  return handle.startsWith(typed) || [...words(username), ...words(handle)].some((word) => word.startsWith(typed))
}
