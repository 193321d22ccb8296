import { z } from 'zod'
import { governmentRoles } from '../permissions'
import { answer, defineCall, instant, possibleLine, publicId, queryInteger } from '../definitions'
import { auditKindNames, gazetteKindNames, gazetteLimits } from './kinds'

const exampleCitizen = '01890a5d-ac96-774b-bcce-b302099a8057'

const number = () => z.number().int().min(1).describe('The entry’s number; it never changes')

const part = z.object({
  text: z.string(),
  href: z.string().nullable().describe('A page of the nation about what the text names'),
  person: publicId().optional().describe('Whom the text names, for the filter'),
})

const entry = z.object({
  number: number(),
  kind: z.enum(gazetteKindNames),
  at: instant(),
  text: z.string().describe('The sentence as plain text'),
  parts: z.array(part).describe('The sentence, piece by piece'),
})

/** A piece of a sentence. */
export type GazetteEntryPart = z.output<typeof part>

const filter = {
  kind: z.enum(gazetteKindNames).optional(),
  office: z.enum(governmentRoles).optional(),
  person: publicId().optional().describe('Public id of a citizen whom entries name'),
  search: possibleLine(gazetteLimits.search).optional().describe('Beginnings of words; each must be found'),
}

const list = defineCall({
  id: 'gazette.list',
  method: 'GET',
  summary: 'The public record of what the government did, the newest first.',
  access: 'anyone',
  input: z.strictObject({
    ...filter,
    limit: queryInteger(1, gazetteLimits.largestPage).default(gazetteLimits.page),
    cursor: z.string().max(200).optional().describe('nextCursor of the page before, with the same filter'),
  }),
  output: answer({
    entries: z.array(entry),
    nextCursor: z.string().nullable().describe('A page of a search may be shorter than asked for, and not the last'),
    person: z
      .object({ id: publicId(), name: z.string() })
      .nullable()
      .describe('Who is filtered by, as they are called now'),
    now: instant(),
  }),
  errors: ['citizen_not_found'],
  example: { kind: 'appointments', office: 'president', search: 'grace', limit: '30' },
})

const get = defineCall({
  id: 'gazette.get',
  method: 'GET',
  summary: 'One entry of the gazette, by its number.',
  access: 'anyone',
  input: z.strictObject({ number: queryInteger(1, 2 ** 52) }),
  output: answer({
    entry,
    older: number().nullable().describe('The number before it'),
    newer: number().nullable(),
    now: instant(),
  }),
  errors: ['gazette_entry_not_found'],
  example: { number: '1' },
})

const feed = defineCall({
  id: 'gazette.feed',
  method: 'GET',
  summary: `The newest ${gazetteLimits.feed} entries as an Atom feed, of a filter where one is given.`,
  access: 'anyone',
  aliases: ['/gazette.atom'],
  input: z.strictObject(filter),
  output: z.string(),
  errors: ['citizen_not_found'],
  example: { kind: 'elections' },
  kind: 'document',
})

const exportEntries = defineCall({
  id: 'gazette.export',
  method: 'GET',
  summary:
    'All entries of a filter as CSV, the newest first; sent as they are read. What comes meanwhile is not in it.',
  access: 'anyone',
  input: z.strictObject(filter),
  output: z.string(),
  errors: ['citizen_not_found'],
  example: { person: exampleCitizen },
  kind: 'document',
  limit: { points: 20, seconds: 60, by: 'address' },
})

const auditEntry = z.object({
  id: z.number().int().min(1).describe('The number of the journal entry'),
  kind: z.enum(auditKindNames),
  at: instant(),
  text: z.string(),
  parts: z.array(part),
})

const auditFilter = {
  kind: z.enum(auditKindNames).optional(),
  person: publicId().optional().describe('Who did it, or whom it is about'),
}

const audit = defineCall({
  id: 'admin.audit',
  method: 'GET',
  summary: 'What administrators may know of the administration, the newest first.',
  access: 'panel',
  input: z.strictObject({
    ...auditFilter,
    cursor: z.string().max(200).optional().describe('nextCursor of the page before, with the same filter'),
    limit: queryInteger(1, gazetteLimits.largestPage).default(gazetteLimits.page),
  }),
  output: answer({
    entries: z.array(auditEntry),
    nextCursor: z.string().nullable(),
    now: instant(),
  }),
  errors: ['citizen_not_found'],
  example: { kind: 'roles', limit: '30' },
})

const exportAudit = defineCall({
  id: 'admin.export-audit',
  method: 'GET',
  summary: 'All of the audit, or of a filter, as CSV; sent as it is read. That it was taken out is an entry of it.',
  access: 'panel',
  input: z.strictObject(auditFilter),
  output: z.string(),
  errors: ['citizen_not_found'],
  example: { kind: 'sign-ins' },
  kind: 'document',
  limit: { points: 20, seconds: 60, by: 'caller' },
})

export const gazetteCalls = [list, get, feed, exportEntries, audit, exportAudit] as const
