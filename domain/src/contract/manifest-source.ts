import type { Call } from '../definitions'

/** Where a call is, unless it is declared elsewhere: `polls.vote` at `/api/polls/vote`, by GET where it only reads. */
const isRegular = ({ id, method, canonical }: Call): boolean =>
  canonical === `/api/${id.replace('.', '/')}` && (method === 'GET' || method === 'POST')

/** The text of manifest.ts: all that a browser needs to know of a call to make it. */
export function manifestSource(calls: readonly Call[]): string {
  const listed = calls
    .filter((call) => (call.kind ?? 'json') === 'json')
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const line = ({ id, method, canonical }: Call) => `  '${id}': ['${method}', '${canonical}'],`
  const reads = listed.filter((call) => isRegular(call) && call.method === 'GET')
  return [
    '// Written by `npm run manifest` from the contracts; a test fails when it is not current.',
    "import type { CallId } from './index'",
    '',
    "type Route = readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string]",
    '',
    '/** Method and path of each call that answers JSON. */',
    'export const manifest = {',
    ...listed.map(line),
    '} as const satisfies Partial<Record<CallId, Route>>',
    '',
    '/** The same for a browser, which derives it (`web/src/lib/api/route-of.ts`): of the calls at `/api/FEATURE/ACTION` those by GET. */',
    'export const reads =',
    `  ' ${reads.map(({ id }) => id).join(' ')} '`,
    '',
    '/** And the calls that are elsewhere. */',
    'export const elsewhere = {',
    ...listed.filter((call) => !isRegular(call)).map(line),
    '} as const satisfies Partial<Record<CallId, Route>>',
    '',
  ].join('\n')
}
