import { isAdministrator } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { listCandidates, ownPage } from '@nation/core/elections'
import { read, type Runtime } from '@nation/core/platform'
import { sharedMs, Written, type Request } from '../frame/bind'
import { singleFlight } from '../frame/single-flight'

type Page = CallOutput<'candidates.list'>

/** A page that is the same for everybody, and written out for those who are not signed in. */
interface SharedPage {
  readonly page: Page
  readonly written: Written
}

const flightsOf = () => ({ shared: singleFlight<SharedPage>(sharedMs), anew: singleFlight<SharedPage>(0) })
const kept = new WeakMap<Runtime, ReturnType<typeof flightsOf>>()

/**
 * `candidates.list`: candidates and standings are read once for all who ask in the same moment; what is one's own (one's
 * votes, one's candidacy) is read by keys and put in. Whoever has just voted reads what is no older than their vote.
 * Administrators see what they may withdraw, so they have pages of their own.
 */
export async function candidatePages(request: Request<CallInput<'candidates.list'>>): Promise<Page | Written> {
  const { deps, caller, input, write } = request
  const { runtime } = deps
  if (caller && isAdministrator(caller)) return read(runtime, caller, (ctx) => listCandidates(ctx, input))
  const flights = kept.get(runtime) ?? flightsOf()
  if (!kept.has(runtime)) kept.set(runtime, flights)
  const question = { ...input, userId: undefined }
  const load = async (): Promise<SharedPage> => {
    const page = await read(runtime, null, (ctx) => listCandidates(ctx, question))
    return { page, written: write(page) }
  }
  const key = JSON.stringify(question)
  const mark = await deps.freshness.markFor(caller?.uid)
  const { page, written } = await flights.shared(`${mark} ${key}`, load)
  if (!caller) return written
  const own = (page: Page) => read(runtime, caller, (ctx) => ownPage({ ...ctx, caller }, page))
  const mine = (await own(page)) ?? (await own((await flights.anew(`${mark} ${key}`, load)).page))
  if (!mine) return read(runtime, caller, (ctx) => listCandidates(ctx, input))
  return new Written(JSON.stringify({ ...mine, now: runtime.clock.now().getTime() }))
}
