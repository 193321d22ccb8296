import type { EventDeclaration } from './define'

/** The text of manifest.ts: all that a browser needs to know of an event when it hears it. */
export function eventManifestSource(events: readonly EventDeclaration[]): string {
  const heard = events
    .filter(({ audiences }) => audiences.some((audience) => audience !== 'system'))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  const lists = (pick: (event: EventDeclaration) => readonly string[]) =>
    heard
      .filter((event) => pick(event).length > 0)
      .map(
        (event) =>
          `  '${event.kind}': [${pick(event)
            .map((id) => `'${id}'`)
            .join(', ')}],`,
      )
  const profiles = heard.flatMap(({ kind, profile }) => (profile ? [`  '${kind}': '${profile}',`] : []))
  const ending = heard.flatMap(({ kind, standing, audiences }) =>
    standing === 'session' && !audiences.includes('admins') ? [`  '${kind}',`] : [],
  )
  return [
    '// Written by `npm run manifest` from the declarations of events; a test fails when it is not current.',
    '// prettier-ignore',
    '/** Reading calls whose answers may differ after an event. */',
    'export const staleAfter = {',
    ...lists(({ stale }) => stale),
    '} as const',
    '',
    '// prettier-ignore',
    '/** Reading calls whose new figures an event brings. */',
    'export const broughtBy = {',
    ...lists(({ brings }) => brings),
    '} as const',
    '',
    '// prettier-ignore',
    '/** Whose own profile reads differently after an event. */',
    'export const profileAfter = {',
    ...profiles,
    '} as const',
    '',
    '// prettier-ignore',
    '/** Events after which a browser of the subject asks whether it is still signed in. */',
    'export const endsSessions = [',
    ...ending,
    '] as const',
    '',
  ].join('\n')
}
