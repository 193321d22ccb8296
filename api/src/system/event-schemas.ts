import { allEvents, type EventAudience, type EventDeclaration } from '@nation/domain/events'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The events that clients may receive, by kind. */
export const heardEvents: readonly EventDeclaration[] = (allEvents as readonly EventDeclaration[])
  .filter(({ audiences }) => audiences.some((audience) => audience !== 'system'))
  .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))

const audienceWords: Readonly<Record<EventAudience, string>> = {
  public: 'everybody',
  citizens: 'signed-in citizens',
  officials: 'officials and administrators',
  executives: 'president, prime minister, secretary and administrators',
  moderators: 'moderators and administrators',
  admins: 'administrators',
  citizen: 'the citizen whom it is about',
  listed: 'each citizen whom it concerns, without a word of the others',
  system: 'the server alone',
}

/** Who hears an event, in words. */
export const audienceSentence = ({ audiences }: EventDeclaration): string =>
  audiences.map((audience) => audienceWords[audience]).join('; or ')

/** The name of an event's schema among the document's components. */
export const schemaName = ({ kind }: EventDeclaration): string => `Event.${kind}`

/** What the `data` of a server-sent event holds, as JSON Schema (2020-12). */
export function eventSchema(event: EventDeclaration): Json {
  return {
    type: 'object',
    description: `${event.summary} Heard by ${audienceSentence(event)}.`,
    required: ['seq', 'kind', 'subject', 'facts', 'at'],
    properties: {
      seq: { type: 'integer', description: 'The number of the event: what `after` resumes behind' },
      kind: { const: event.kind },
      subject: { type: ['string', 'null'], description: 'Public id of what it is about' },
      facts: factsSchema(event),
      at: { type: 'integer', description: 'Milliseconds since 1970-01-01T00:00:00Z' },
    },
  }
}

/** An event's facts as JSON Schema. What was taken away after its citizen left is missing, so nothing personal is required. */
export function factsSchema({ facts, personal }: EventDeclaration): Json {
  const {
    $schema: _,
    required,
    ...schema
  } = z.toJSONSchema(facts, { target: 'draft-2020-12' }) as Json & {
    required?: string[]
  }
  const always = (required ?? []).filter((name) => !personal.includes(name))
  return { ...schema, ...(always.length > 0 && { required: always }) }
}
