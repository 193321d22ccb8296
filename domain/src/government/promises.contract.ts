import { z } from 'zod'
import { governmentRoles } from '../permissions'
import { actor, answer, defineCall, instant, line, publicId, own } from '../definitions'
import { candidacyLimits } from '../elections'
import { isHttpsAddress } from '../formats'
import { promiseKinds, promiseReportLimits, promiseLinkProblem, promiseMarks, promiseStates } from './promises'

const count = () => z.number().int().min(0)
const place = () =>
  z
    .number()
    .int()
    .min(0)
    .max(Math.max(candidacyLimits.goals, candidacyLimits.promises) - 1)
    .describe('Which of the goals or promises, from 0')
const round = () => z.number().int().min(1).max(promiseReportLimits.rounds).describe('How often it was spoken of')

/** What the official said of it, and how citizens marked that. */
const word = z.object({
  round: round(),
  state: z.enum(promiseStates),
  sentence: z.string(),
  link: z.string().nullable(),
  setAt: instant(),
  agrees: count(),
  disagrees: count(),
})

const item = z.object({
  kind: z.enum(promiseKinds),
  place: place(),
  text: z.string(),
  word: word.nullable().describe('Null until the official says something; it is open then'),
  earlier: z.array(word).describe('What was said before, the newest first'),
  mark: own(z.enum(promiseMarks).nullable().describe('Your mark of the word as it stands')),
  may: own(z.object({ set: z.boolean(), mark: z.boolean() })),
})

const promises = defineCall({
  id: 'government.promises',
  method: 'GET',
  summary: 'What a citizen promised for the offices that they won, and what became of it; the newest term first.',
  access: 'anyone',
  input: z.strictObject({ id: publicId().describe('The citizen') }),
  output: answer({
    terms: z.array(
      z.object({
        candidateId: publicId(),
        office: z.enum(governmentRoles),
        title: z.string(),
        startedAt: instant(),
        endedAt: instant().nullable(),
        done: count(),
        broken: count(),
        items: z.array(item),
      }),
    ),
  }),
  errors: [],
  example: { id: '01890a5d-ac96-774b-bcce-b302099a8057' },
})

const httpsLink = () =>
  z
    .string()
    .trim()
    .max(promiseReportLimits.link)
    .refine((value) => value === '' || isHttpsAddress(value), promiseLinkProblem)
    .transform((value) => (value === '' ? undefined : value))
    .optional()

const which = { candidateId: publicId(), kind: z.enum(promiseKinds), place: place() }
const exampleWhich = { candidateId: '01890a5d-ac96-774b-bcce-b302099a8058', kind: 'promise', place: 0 } as const

const setPromise = defineCall({
  id: 'government.set-promise',
  method: 'POST',
  summary: 'Says what became of a goal or promise for which the caller was elected. Citizens mark the new word anew.',
  access: 'citizen',
  input: z.strictObject({
    ...which,
    state: z.enum(promiseStates),
    sentence: line(promiseReportLimits.sentence),
    link: httpsLink(),
    userId: actor(),
  }),
  output: answer({ message: z.string(), round: round() }),
  errors: ['promise_not_found', 'promise_not_yours', 'promise_rounds_spent'],
  example: { ...exampleWhich, state: 'done', sentence: 'The books are open.', link: 'https://example.org/books' },
})

const markPromise = defineCall({
  id: 'government.mark-promise',
  method: 'POST',
  unnamedInLog: true,
  summary: 'Agrees or disagrees with what an official says of a promise; null takes the mark back.',
  access: 'citizen',
  input: z.strictObject({
    ...which,
    round: round().describe('The round of the word that the caller saw'),
    mark: z.enum(promiseMarks).nullable(),
    userId: actor(),
  }),
  output: answer({ mark: z.enum(promiseMarks).nullable(), agrees: count(), disagrees: count() }),
  errors: ['promise_not_found', 'promise_own_mark', 'promise_changed', 'voting_not_eligible'],
  example: { ...exampleWhich, round: 1, mark: 'agree' },
})

export const promiseCalls = [promises, setPromise, markPromise] as const
