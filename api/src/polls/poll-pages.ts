import { askerOf, ownPoll, type Asker, type PollPage } from '@nation/core/polls'
import { read, type Caller, type Context, type Runtime } from '@nation/core/platform'
import { Written, type Request } from '../frame/bind'
import { singleFlight } from '../frame/single-flight'

/** How long a page that is the same for everybody is shared, in milliseconds. Live events reach browsers later than that. */
const sharedMs = 300

/** What is said of a page besides its polls. */
type Around = (page: PollPage) => Record<string, unknown>

/** Checks a whole answer by its declaration. */
type Check = (answer: unknown) => unknown

/** A page that is the same for everybody, written out. */
interface WrittenPage {
  readonly page: PollPage
  /** Each poll's public part. */
  readonly polls: readonly string[]
  /** The answer for whoever is not signed in. */
  readonly forVisitors: Buffer
}

/**
 * Answers pages of polls: the public part is read and written out once for all who ask in the same moment; what is one's own
 * (one's vote, what one may do) is read by keys and put in between. Whoever has just changed something reads what is no older
 * than that, whichever process they ask.
 */
export function pollPages<Input>(
  load: (ctx: Context, input: Input) => Promise<PollPage>,
  around: (input: Input) => Around,
  check: Check,
) {
  const flights = new WeakMap<Runtime, ReturnType<typeof flightsOf>>()
  return async ({ deps: { runtime, freshness }, caller, input }: Request<Input>): Promise<Written> => {
    const { shared, anew } = flights.get(runtime) ?? flightsOf()
    flights.set(runtime, { shared, anew })
    const key = `${await freshness.markFor(caller?.uid)} ${JSON.stringify(input)}`
    const write = async () => writeOut(await read(runtime, null, (ctx) => load(ctx, input)), around(input), check)
    const kept = await shared(key, write)
    if (!caller) return new Written(kept.forVisitors)
    const asker = await askerOf(runtime.database.manager, caller, keysOf(kept), runtime.clock.now())
    const change = asker?.lastChange ?? null
    if (!isOlder(kept, change)) return new Written(forCaller(kept, around(input), caller, asker))
    const joined = await anew(key, write)
    // A reading that was under way already may have begun before the change; the next one has not.
    const fresh = isOlder(joined, change) ? await anew(key, write) : joined
    const again = await askerOf(runtime.database.manager, caller, keysOf(fresh), runtime.clock.now())
    return new Written(forCaller(fresh, around(input), caller, again))
  }
}

const keysOf = ({ page }: WrittenPage): string[] => page.polls.map(({ id }) => id)

const isOlder = ({ page }: WrittenPage, change: Date | null): boolean => change !== null && change >= page.asOf

const flightsOf = () => ({ shared: singleFlight<WrittenPage>(sharedMs), anew: singleFlight<WrittenPage>(0) })

function writeOut(page: PollPage, around: Around, check: Check): WrittenPage {
  const polls = page.polls.map((keyed) => ({ ...keyed.poll, ...ownPoll(null, null, keyed) }))
  const answer = check({ success: true, polls, ...around(page), now: page.asOf.getTime() })
  return {
    page,
    polls: page.polls.map(({ poll }) => JSON.stringify(poll)),
    forVisitors: Buffer.from(JSON.stringify(answer)),
  }
}

function forCaller({ page, polls }: WrittenPage, around: Around, caller: Caller, asker: Asker | null): string {
  const own = page.polls.map((keyed, place) => both(polls[place] ?? '{}', ownPoll(caller, asker, keyed)))
  const rest = JSON.stringify({ success: true, ...around(page), now: page.asOf.getTime() })
  return `${rest.slice(0, -1)},"polls":[${own.join(',')}]}`
}

/** Two objects as one text: what was written already, and what is one's own. */
const both = (written: string, own: object): string => `${written.slice(0, -1)},${JSON.stringify(own).slice(1)}`
