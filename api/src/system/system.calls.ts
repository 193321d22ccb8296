import { allCalls, type CallInput, type CallOutput } from '@nation/domain/contract'
import { token } from '@nation/domain/chain'
import { countCitizens } from '@nation/core/citizens'
import { electedRoles } from '@nation/domain/elections'
import { column, type CitizenContext, type Context, readRows } from '@nation/core/platform'
import { listFeatures, panelSettings, setFeature, setLimit, setLinks } from '@nation/core/system'
import {
  citizenChange,
  citizenRead,
  panelChange,
  raw,
  Written,
  type Bindings,
  type Request,
  publicRead,
} from '../frame'
import { takeClientLogs } from './client-logs'
import { docsPage } from './docs-page'
import { streamEvents } from './events'
import { health } from './health'
import { openApiDocument } from './openapi'

/** `GET /api/stats`. */
async function stats(ctx: Context): Promise<CallOutput<'system.stats'>> {
  const [totalCitizens, filled] = await Promise.all([
    countCitizens(ctx.tx),
    readRows(
      ctx.tx,
      { n: column.integer },
      `SELECT COUNT(DISTINCT government_role) AS n FROM citizens WHERE government_role IN (${electedRoles.map(() => '?').join(', ')})`,
      [...electedRoles],
    ),
  ])
  return { success: true, totalCitizens, seatsFilled: filled[0]?.n ?? 0, seats: electedRoles.length }
}

/** `GET /api/settings`: the configuration's public part, what is switched on, and what was set, as the journal has it now. */
async function settings({ deps }: Request): Promise<CallOutput<'system.settings'>> {
  const { mint, tokenVersion: version, network } = deps.config.chain
  await deps.freshness.look()
  const [features, { limits, links }] = await Promise.all([deps.features.current(), deps.settings.current()])
  return {
    success: true,
    token: { mint, version, ...token },
    network,
    features: { ...features },
    limits: { ...limits },
    links: (links ?? deps.config.links).map((link) => ({ ...link })),
  }
}

/** What the panel reads of the settings, with the links that the environment names. */
function readPanelSettings(request: Request): Promise<CallOutput<'system.panel-settings'>> {
  const reading = citizenRead<'system.panel-settings'>((ctx) => panelSettings(ctx, request.deps.config.links))
  return reading.handle(request as Request<never>) as Promise<CallOutput<'system.panel-settings'>>
}

type SettingCall = 'system.set-limit' | 'system.set-links'

/** A change of a setting: this process knows at once, the others with their next look into the journal. */
async function changeSettings<Id extends SettingCall>(
  request: Request<CallInput<Id>>,
  set: (ctx: CitizenContext, input: CallInput<Id>) => Promise<void>,
): Promise<CallOutput<Id>> {
  const { settings: board, config } = request.deps
  const changing = panelChange<Id>(async (ctx, input) => {
    await set(ctx, input)
    return (await panelSettings(ctx, config.links)) as CallOutput<Id>
  })
  try {
    return (await changing.handle(request as Request<never>)) as CallOutput<Id>
  } finally {
    board.forget()
  }
}

const changeLimit = (request: Request<CallInput<'system.set-limit'>>) =>
  changeSettings<'system.set-limit'>(request, setLimit)

const changeLinks = (request: Request<CallInput<'system.set-links'>>) =>
  changeSettings<'system.set-links'>(request, (ctx, input) => setLinks(ctx, input, request.deps.config.links))

/** `system.set-feature`: this process knows at once, the others within a second. */
const switching = citizenChange<'system.set-feature'>(setFeature)

async function switchFeature(request: Request<CallInput<'system.set-feature'>>) {
  try {
    return (await switching.handle(request as Request<never>)) as CallOutput<'system.set-feature'>
  } finally {
    request.deps.features.forget()
  }
}

/**
 * A document that stays the same while this process runs. It is made and compressed once: the interface's takes a fifth of a second, in
 * which the process answers nobody else, and anybody may ask for it.
 */
function madeOnce(type: string, make: () => string): (request: Request) => Promise<Written> {
  let made: Written | undefined
  return async ({ http }) => {
    http.type = type
    return Promise.resolve((made ??= new Written(make())))
  }
}

const openapi = madeOnce('application/json', () => JSON.stringify(openApiDocument(allCalls)))
const docs = madeOnce('text/html', () => docsPage(allCalls))

export const systemBindings: Bindings = {
  'system.health': raw<'system.health'>(health),
  'system.stats': publicRead('system.stats', { shared: stats }),
  'system.settings': raw<'system.settings'>(settings),
  'system.features': citizenRead<'system.features'>(listFeatures),
  'system.set-feature': raw<'system.set-feature'>(switchFeature, { needsCaller: true, asksCallerNow: true }),
  'system.panel-settings': raw<'system.panel-settings'>(readPanelSettings, { needsCaller: true }),
  'system.set-limit': raw<'system.set-limit'>(changeLimit, { needsCaller: true, asksCallerNow: true }),
  'system.set-links': raw<'system.set-links'>(changeLinks, { needsCaller: true, asksCallerNow: true }),
  'system.logs': raw<'system.logs'>(takeClientLogs),
  'system.events': raw<'system.events'>(streamEvents),
  'system.openapi': raw<'system.openapi'>(openapi),
  'system.docs': raw<'system.docs'>(docs),
}
