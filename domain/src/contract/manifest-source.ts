import type { Call } from '../definitions'

/** The text of manifest.ts: all that a browser needs to know of a call to make it. */
export function manifestSource(calls: readonly Call[]): string {
  const lines = calls
    .filter((call) => (call.kind ?? 'json') === 'json')
    .map((call) => `  '${call.id}': ['${call.method}', '${call.canonical}'],`)
    .sort()
  return [
    '// Written by `npm run manifest` from the contracts; a test fails when it is not current.',
    "import type { CallId } from './index'",
    '',
    '/** Method and path of each call that answers JSON. */',
    'export const manifest = {',
    ...lines,
    "} as const satisfies Partial<Record<CallId, readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string]>>",
    '',
  ].join('\n')
}
