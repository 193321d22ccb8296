import { z } from 'zod'
import { cleanLine, cleanText, deletionReasonLength } from '../text'
import { sentences } from './sentences'
import type { Permission } from '../permissions'
import type { ErrorCode } from '../errors'

/** Who may make a call. Required on every call: nothing defaults to open. */
export type Access = 'anyone' | 'citizen' | 'panel' | { readonly can: Permission }

/** How often one caller (or one address, when signed out) may make a call. */
export interface RateLimit {
  /** Calls allowed in each window. */
  readonly points: number
  /** Length of the window in seconds. */
  readonly seconds: number
  /** What is counted: the caller where there is one, or always the network address. */
  readonly by: 'caller' | 'address'
}

export interface CallDefinition<Id extends string, Input extends z.ZodObject, Output extends z.ZodType> {
  /** `<resource>.<action>`; `/api/<resource>/<action>` and `/api/<resource>?action=<action>` follow from it. */
  readonly id: Id
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly summary: string
  readonly access: Access
  /**
   * True where a call of citizens is also the administration's, so that the panel's own sign-in may make it. Calls of
   * `panel`, of anyone and of administrators' permissions it may make anyway; what citizens do for themselves it may not.
   */
  readonly panelToo?: boolean
  /** What a caller who is not signed in is told, where the requirements have a sentence of their own; one of `errors`. */
  readonly signedOut?: ErrorCode
  readonly input: Input
  readonly output: Output
  /** Codes this call can answer with, besides those that any call can. */
  readonly errors: readonly ErrorCode[]
  /**
   * Fields whose absence has a code, and so a sentence, of its own (where nothing, a blank or a value of another type came);
   * each is one of `errors`.
   */
  readonly missing?: Readonly<Partial<Record<keyof Input['shape'] & string, ErrorCode>>>
  /** Fields of which whatever is wrong has a code of its own; each is one of `errors`. */
  readonly invalid?: Readonly<Partial<Record<keyof Input['shape'] & string, ErrorCode>>>
  /** Other names that clients may give a field; two names with two values are refused. Documents name them all. */
  readonly otherNames?: Readonly<Partial<Record<keyof Input['shape'] & string, readonly string[]>>>
  /** A valid input; documentation shows it, the access matrix sends it. */
  readonly example: z.input<Input>
  /**
   * Where the path is named otherwise by the requirements (`/api/health`). Without it, both paths of the id. `{name}` in it is a
   * field of the input.
   */
  readonly path?: string
  /** Further paths at which the call answers the same, for clients that know it there. Documents name `path`. */
  readonly aliases?: readonly string[]
  /** `json` unless the call answers a redirect, an event stream or a document. */
  readonly kind?: 'json' | 'redirect' | 'stream' | 'document'
  /** `json` unless the call takes a file: a form whose part `file` is the file, and whose other parts are the input. */
  readonly body?: 'json' | 'multipart'
  /** True where the answer holds a credential: never stored for replay, never logged. */
  readonly secret?: boolean
  /**
   * True where the log has the call without its caller: with the time, it would tell who voted when (threat model: ballots). So are
   * all calls that events with the same field make stale.
   */
  readonly unnamedInLog?: boolean
  /**
   * `harmless` where a repeat by itself changes nothing and writes no event: no key is stored then, and the call uses up
   * nothing of what a citizen may store for replay. Screens make such calls by themselves, and often.
   */
  readonly repeats?: 'harmless'
  readonly limit?: RateLimit
  /** The id of the call whose counter and limit it shares: one that does the same at another address. It declares no `limit` of its own. */
  readonly countedAs?: string
  /** For a list that may also be searched: requests with the field `search` are counted by this limit, too, since they cost more. */
  readonly searchLimit?: RateLimit
}

/** A call as the rest of the product sees it: the definition and what follows from it. */
export interface Call<
  Id extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends CallDefinition<Id, Input, Output> {
  readonly resource: string
  readonly action: string
  /** The path that documentation names. */
  readonly canonical: string
  /** Input fields in which the caller says who it is. */
  readonly actors: readonly string[]
  /** Input fields that older clients send about themselves; the server ignores them. */
  readonly claims: readonly string[]
  /** Whether an Idempotency-Key is honoured. */
  readonly replayable: boolean
}

/** Errors that any call can answer with. */
export const commonErrors: readonly ErrorCode[] = ['invalid_input', 'rate_limited', 'busy', 'internal']

/** Declares a call once; everything else (router, client, documents, tests) is derived from what is said here. */
export function defineCall<const Id extends string, Input extends z.ZodObject, Output extends z.ZodType>(
  definition: CallDefinition<Id, Input, Output>,
): Call<Id, Input, Output> {
  const [resource = '', action = ''] = definition.id.split('.')
  return {
    ...definition,
    resource,
    action,
    canonical: definition.path ?? `/api/${resource}/${action}`,
    actors: fieldsMarked(definition.input, 'actor'),
    claims: fieldsMarked(definition.input, 'claim'),
    // A file is named by its content: sending it twice keeps it once, without a key.
    replayable:
      definition.method !== 'GET' && !definition.secret && !definition.repeats && definition.body !== 'multipart',
  }
}

type Mark = 'actor' | 'claim'

function fieldsMarked(input: z.ZodObject, mark: Mark): string[] {
  return Object.entries(input.shape as Record<string, z.ZodType>)
    .filter(([, field]) => (field.meta() as { nation?: Mark } | undefined)?.nation === mark)
    .map(([name]) => name)
}

/** A public id: a UUID in its canonical lower-case form (ours are version 7). */
export const publicId = () =>
  z
    .uuid()
    .regex(/^[0-9a-f-]+$/, 'Ids are written in lower case.')
    .describe('Public id (UUIDv7)')

/** The caller's own id: optional, for older clients; another citizen's is refused with 403. */
export const actor = () =>
  publicId()
    .optional()
    .meta({ nation: 'actor', description: 'Your own id. Optional: the token already says who you are.' })

/** The version of a setting. */
export const settingVersion = () =>
  z.number().int().describe('Raised by each change; a change names the version that it was decided on')

/** The version that the caller saw: where it is another one now, another administrator was faster. */
export const seenVersion = () =>
  z
    .number()
    .int()
    .min(0)
    .max(2 ** 31)
    .describe('The version that the caller saw')

/** What older clients say about themselves (names, roles, flags): accepted, and ignored. */
export const claim = () => z.unknown().optional().meta({ nation: 'claim', description: 'Ignored: the server knows.' })

/**
 * A text that is cleaned before it is stored. How long it may be is looked at first: before the cleaning, which may take away
 * much, at four times the length.
 */
const cleaned = (max: number, clean: (text: string) => string, missing?: string) =>
  z
    .string(missing)
    .max(4 * max, { error: sentences.tooLong(max), abort: true })
    .transform(clean)
    .pipe(z.string().max(max, sentences.tooLong(max)))

/** A text with paragraphs that may be blank: what it must hold is said by a rule, in its own words. */
export const possibleText = (max: number, missing?: string) => cleaned(max, cleanText, missing)

/** The same on one line. */
export const possibleLine = (max: number, missing?: string) => cleaned(max, cleanLine, missing)

/** A text for others to read: cleaned of what is not seen, trimmed, and not empty. */
export const text = (max: number) => possibleText(max).pipe(z.string().min(1, sentences.missing))

/** A text on one line, such as a name. */
export const line = (max: number) => possibleLine(max).pipe(z.string().min(1, sentences.missing))

/** A text that may be left out or empty; empty becomes absent. */
export const optionalText = (max: number) =>
  possibleText(max)
    .transform((value) => (value === '' ? undefined : value))
    .optional()

/** Why something is deleted: for the audit of administrators. */
export const deletionReason = () =>
  optionalLine(deletionReasonLength).describe('Why; administrators read it in the audit')

/** A text on one line that may be left out or empty; empty becomes absent. */
export const optionalLine = (max: number) =>
  possibleLine(max)
    .transform((value) => (value === '' ? undefined : value))
    .optional()

/** A whole number in a query string. */
export const queryInteger = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,16}$/, 'A whole number.')
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max))

/** Yes or no, as a value or in a query string. */
export const queryFlag = () =>
  z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]).describe('true or false')

/** An instant: milliseconds since the epoch, UTC (requirements 1.3), until the end of the year 9999. */
export const instant = () =>
  z.number().int().min(0).max(253_402_300_799_999).describe('Milliseconds since 1970-01-01T00:00:00Z')

/** A token amount in base units, as a string of digits: it outgrows a JavaScript number. */
export const baseUnits = () =>
  z
    .string()
    .regex(/^\d{1,20}$/)
    .describe('Token amount in base units (9 decimals)')

/** The shape of a successful answer: `success: true` and the fields. */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ success: z.literal(true), ...shape })
