import { allCalls, type CallInput, type CallOutput } from '@nation/domain/contract'
import { token } from '@nation/domain/chain'
import { countCitizens } from '@nation/core/citizens'
import { electedRoles } from '@nation/domain/elections'
import { column, type Context, readRows } from '@nation/core/platform'
import { listFeatures, setFeature } from '@nation/core/system'
import { citizenChange, citizenRead, raw, type Bindings, type Request, publicRead } from '../frame'
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

/** `GET /api/settings`: the configuration's public part, and what is switched on. */
async function settings({ deps }: Request): Promise<CallOutput<'system.settings'>> {
  const { mint, tokenVersion: version, network } = deps.config.chain
  const features = { ...(await deps.features.current()) }
  return { success: true, token: { mint, version, ...token }, network, features }
}

/** `system.set-feature`: this process knows at once, the others within a second. */
const switching = citizenChange<'system.set-feature'>(setFeature)

async function switchFeature(request: Request<CallInput<'system.set-feature'>>) {
  try {
    return (await switching.handle(request as Request<never>)) as CallOutput<'system.set-feature'>
  } finally {
    request.deps.features.forget()
  }
}

async function openapi({ http }: Request): Promise<undefined> {
  http.type = 'application/json'
  http.body = JSON.stringify(openApiDocument(allCalls))
  return Promise.resolve(undefined)
}

let page: string | undefined

async function docs({ http }: Request): Promise<undefined> {
  http.type = 'text/html'
  http.body = page ??= docsPage(allCalls)
  return Promise.resolve(undefined)
}

export const systemBindings: Bindings = {
  'system.health': raw<'system.health'>(health),
  'system.stats': publicRead('system.stats', { shared: stats }),
  'system.settings': raw<'system.settings'>(settings),
  'system.features': citizenRead<'system.features'>(listFeatures),
  'system.set-feature': raw<'system.set-feature'>(switchFeature, true),
  'system.logs': raw<'system.logs'>(takeClientLogs),
  'system.events': raw<'system.events'>(streamEvents),
  'system.openapi': raw<'system.openapi'>(openapi),
  'system.docs': raw<'system.docs'>(docs),
}
