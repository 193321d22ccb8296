import type { EventDeclaration } from '../definitions'

/** Readings that sum up what several features have. Each page of a citizen shows one, so an event for all asks for as many as are online. */
const summaries: readonly string[] = ['participation.day']

const origin =
  '// Written by `npm run manifest` from the declarations of events; a test fails when it is not current.\n// oxfmt-ignore'

/** The events that a browser may hear, by their kinds. */
const heardOf = (events: readonly EventDeclaration[]): readonly EventDeclaration[] =>
  events
    .filter(({ audiences }) => audiences.some((audience) => audience !== 'system'))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))

/** The text of own/index.ts: what a browser knows of events about its citizen from the beginning. */
export function ownManifestSource(events: readonly EventDeclaration[]): string {
  const heard = heardOf(events)
  const profiles = heard.flatMap(({ kind, profile }) => (profile ? [`  '${kind}': '${profile}',`] : []))
  const ending = heard.flatMap(({ kind, affects, audiences }) =>
    affects === 'session' && !audiences.includes('admins') ? [`  '${kind}',`] : [],
  )
  return [
    origin,
    '/** Whose own profile reads differently after an event. */',
    'export const profileAfter = {',
    ...profiles,
    '} as const',
    '',
    '// oxfmt-ignore',
    '/** Events after which a browser of the subject asks whether it is still signed in. */',
    'export const endsSessions = [',
    ...ending,
    '] as const',
    '',
  ].join('\n')
}

/** The text of manifest.ts: what a browser needs to know of any event when it hears the first one. */
export function eventManifestSource(events: readonly EventDeclaration[]): string {
  const heard = heardOf(events)
  const lists = (pick: (event: EventDeclaration) => readonly string[]) =>
    heard.filter((event) => pick(event).length > 0).map((event) => `  '${event.kind}': ${named(pick(event))},`)
  const named = (ids: readonly string[]) => `[${ids.map((id) => `'${id}'`).join(', ')}]`
  const byFact = heard.flatMap(({ kind, staleWhere: { facts, calls } }) =>
    calls.length > 0 ? [`  '${kind}': { facts: ${named(facts)}, calls: ${named(calls)} },`] : [],
  )
  const crowding = heard.flatMap(({ kind, stale, staleWhere, audiences }) =>
    audiences.includes('public') && [...stale, ...staleWhere.calls].some((id) => summaries.includes(id))
      ? [`  '${kind}',`]
      : [],
  )
  return [
    origin,
    '/** Reading calls whose answers may differ after an event. */',
    'export const staleAfter = {',
    ...lists(({ stale }) => stale),
    '} as const',
    '',
    '// oxfmt-ignore',
    '/** Summaries that may differ after an event for administrators alone. */',
    'export const staleForAdmins = {',
    ...lists(({ staleForAdmins }) => staleForAdmins),
    '} as const',
    '',
    '// oxfmt-ignore',
    '/** Reading calls whose answers may differ after an event only where one of some facts is in it. */',
    'export const staleWhere = {',
    ...byFact,
    '} as const',
    '',
    '// oxfmt-ignore',
    '/** Reading calls whose new figures an event brings. */',
    'export const broughtBy = {',
    ...lists(({ brings }) => brings),
    '} as const',
    '',
    '/** Readings that sum up what several features have. */',
    `export const summaries = [${summaries.map((id) => `'${id}'`).join(', ')}] as const`,
    '',
    '// oxfmt-ignore',
    '/** Events for all that make a summary stale: browsers ask for it again at moments far apart. */',
    'export const crowding = [',
    ...crowding,
    '] as const',
    '',
  ].join('\n')
}
