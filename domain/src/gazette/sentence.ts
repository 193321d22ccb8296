import type { GovernmentRole } from '../permissions'

/**
 * Something that a sentence names. Entries keep ids; what stands in the sentence is the name as it is when it is read: a citizen
 * as they are called now, a poll's question as long as the poll is shown.
 */
export type Named =
  | {
      readonly is: 'person'
      readonly id: string
      /** The office that the sentence names them for, where it names several people and offices. */
      readonly as?: GovernmentRole
    }
  | { readonly is: 'office'; readonly id: GovernmentRole }
  | { readonly is: 'poll'; readonly id: string }
  | { readonly is: 'broadcast'; readonly id: string }
  /** Why a candidacy was removed. */
  | { readonly is: 'removal'; readonly id: string }
  | { readonly is: 'task'; readonly id: string }
  | { readonly is: 'election'; readonly id: string }

/** A sentence before the names are known: texts, and what is named between them. */
export type Sentence = readonly (string | Named)[]

/** Writes a sentence down: say`${person(id)} became ${office(role)}.` */
export function say(texts: TemplateStringsArray, ...between: readonly (string | Named | Sentence)[]): Sentence {
  const pieces = texts.flatMap((text, place) => {
    const next = between[place]
    return [text, ...(next === undefined ? [] : isSentence(next) ? next : [next])]
  })
  return pieces.filter((piece) => piece !== '')
}

const isSentence = (piece: string | Named | Sentence): piece is Sentence => Array.isArray(piece)

export const person = (id: string, as?: GovernmentRole): Named => ({ is: 'person', id, ...(as && { as }) })
export const office = (id: GovernmentRole): Named => ({ is: 'office', id })
export const poll = (id: string): Named => ({ is: 'poll', id })
export const broadcast = (id: string): Named => ({ is: 'broadcast', id })
export const removal = (id: string): Named => ({ is: 'removal', id })
export const task = (id: string): Named => ({ is: 'task', id })
export const election = (id: string): Named => ({ is: 'election', id })

/** ' by Ada'; nothing where the nation itself did it. */
export const by = (actor: string | null): Sentence => (actor === null ? [] : [' by ', person(actor)])

/** Several, as a sentence lists them: 'a, b and c'. */
export function listed(items: readonly Sentence[]): Sentence {
  return items.flatMap((item, place) => {
    const before = place === 0 ? [] : place === items.length - 1 ? [' and '] : [', ']
    return [...before, ...item]
  })
}

/** Under whom and which office an entry is found: each office with the people whom the sentence names for it. */
export interface Mention {
  readonly office: GovernmentRole | null
  readonly person: string | null
}

/**
 * What a sentence mentions. A citizen who is named for one office is not found under the others; one who is named for none in
 * particular (who appointed, say) is found under each.
 */
export function mentionsOf(sentence: Sentence): Mention[] {
  const named = sentence.filter((piece) => typeof piece !== 'string')
  const people = named.filter((piece) => piece.is === 'person')
  const offices = [...new Set(named.flatMap((piece) => (piece.is === 'office' ? [piece.id] : [])))]
  const pairs = people.flatMap(({ id, as }) =>
    offices.filter((one) => as === undefined || as === one).map((one) => ({ office: one, person: id })),
  )
  const alone = [
    ...offices.map((one) => ({ office: one, person: null })),
    ...[...new Set(people.map(({ id }) => id))].map((id) => ({ office: null, person: id })),
  ]
  const all = [...alone, ...pairs]
  const keys = all.map((mention) => `${mention.office} ${mention.person}`)
  return all.filter((_, place) => keys.indexOf(keys[place] ?? '') === place)
}
