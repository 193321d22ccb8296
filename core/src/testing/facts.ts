import { eventOf, type EventKind } from '@nation/domain/events'
import type { Audience, DraftedFact, JournalFact, Visibility } from '../platform'

/** A fact of a kind that is declared nowhere, as tests of the journal itself write them. */
export function aFact(
  kind: `test.${string}`,
  more: {
    readonly actor?: string
    readonly subject?: string
    readonly facts?: Readonly<Record<string, unknown>>
    readonly visibility?: Visibility
    readonly audience?: Audience
  } = {},
): JournalFact {
  return { visibility: more.audience ? 'listed' : 'public', ...more, kind } as unknown as JournalFact
}

/** A kind that is declared nowhere, for reactions that tests make up. */
export const aKind = (kind: `test.${string}`): EventKind => kind as unknown as EventKind

/**
 * Holds a fact to its declaration: its kind, its facts as they will be read, who may read it.
 * @throws Error what is not as declared
 */
export function holdToDeclaration({ kind, facts, visibility }: DraftedFact): void {
  if (kind.startsWith('test.')) return
  const event = eventOf(kind)
  if (!event) throw new Error(`'${kind}' is not declared.`)
  const { audience: _, ...stated } = facts
  event.facts.parse(JSON.parse(JSON.stringify(stated)))
  const audience = visibility.startsWith('citizen:') ? 'citizen' : visibility
  if (!event.audiences.some((one) => one === audience)) throw new Error(`'${kind}' is not for ${audience}.`)
}
