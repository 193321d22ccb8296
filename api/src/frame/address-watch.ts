import { BlockList } from 'node:net'
import type { Config, Logger } from '@nation/core/platform'
import type { Origin } from './client-address'
import { networkOf } from './network'

/** The length of a span, and the least number of calls for a conclusion. */
const spanMs = 5 * 60_000
const enoughCalls = 200
/** The least number of citizens for a conclusion: so many seldom share an address. */
const enoughCallers = 5

/** Whether the addresses of callers look right. With `check` the reason is in the log. */
export type AddressState = 'ok' | 'check'

const near = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  near.addSubnet(network, prefix)
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')
near.addAddress('::1', 'ipv6')

/** Whether an address belongs to this machine or to a private network. */
export const isNear = (address: string): boolean => near.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

interface Span {
  from: number
  calls: number
  /** The numbers of calls with an untrusted header, with a header that is too short, and without an address. */
  ignored: number
  short: number
  missing: number
  network: string | null
  severalNetworks: boolean
  isNear: boolean
  readonly callers: Set<string>
}

/**
 * Checks the addresses of calls in spans of five minutes, and logs a warning when `NATION_TRUST_PROXY` does not fit the proxies.
 * With a wrong setting, all callers share the limits of one address, or a client can choose its own address.
 */
export class AddressWatch {
  readonly #hops: number
  readonly #production: boolean
  readonly #log: Pick<Logger, 'warn'>
  readonly #now: () => number
  #span: Span
  #state: AddressState = 'ok'

  constructor(
    { trustProxy, environment }: Pick<Config, 'trustProxy' | 'environment'>,
    log: Pick<Logger, 'warn'>,
    now: () => number = () => performance.now(),
  ) {
    this.#hops = trustProxy
    this.#production = environment === 'production'
    this.#log = log
    this.#now = now
    this.#span = emptySpan(now())
  }

  /** The result of the last span that had enough calls. */
  get state(): AddressState {
    this.#close()
    return this.#state
  }

  /** Records a call: its address, whether it had the header, and its caller. */
  note({ address, header }: Origin, hasHeader: boolean, caller: string | undefined): void {
    this.#close()
    const span = this.#span
    const network = networkOf(address)
    span.calls += 1
    if (this.#hops === 0 && hasHeader && isNear(address)) span.ignored += 1
    if (this.#hops > 0 && header === 'short') span.short += 1
    if (this.#hops > 0 && (header === 'none' || header === 'unusable')) span.missing += 1
    if (span.network !== null && span.network !== network) span.severalNetworks = true
    span.network = network
    span.isNear = isNear(address)
    if (caller !== undefined && span.callers.size < enoughCallers) span.callers.add(caller)
  }

  #close(): void {
    const span = this.#span
    if (this.#now() - span.from < spanMs) return
    this.#span = emptySpan(this.#now())
    if (span.calls < enoughCalls) return
    const problem = problemOf(span, this.#hops, this.#production)
    if (problem !== null && this.#state === 'ok') this.#log.warn({ trustedProxies: this.#hops }, problem)
    this.#state = problem === null ? 'ok' : 'check'
  }
}

/** The problem in a sentence, or null. (On a developer's machine all calls come from that machine.) */
function problemOf(
  { calls, ignored, short, missing, ...span }: Span,
  hops: number,
  production: boolean,
): string | null {
  const most = calls * 0.9
  if (ignored > most)
    return 'calls carry X-Forwarded-For from a proxy that NATION_TRUST_PROXY does not trust: all callers share the limits of one address'
  if (short > most)
    return 'X-Forwarded-For names fewer addresses than NATION_TRUST_PROXY trusts proxies: a client may choose its own address'
  if (missing > most)
    return 'NATION_TRUST_PROXY trusts a proxy, but calls carry no usable X-Forwarded-For: all callers share the limits of one address'
  if (!span.severalNetworks && span.callers.size >= enoughCallers && (hops > 0 || (production && span.isNear)))
    return 'all calls of the last minutes seem to come from one address: check whether NATION_TRUST_PROXY is the number of proxies'
  return null
}

function emptySpan(from: number): Span {
  return {
    from,
    calls: 0,
    ignored: 0,
    short: 0,
    missing: 0,
    network: null,
    severalNetworks: false,
    isNear: false,
    callers: new Set(),
  }
}

/** The problem that is known at the start, before any call: in production only a proxy provides https. */
export function startProblem({ trustProxy, environment }: Pick<Config, 'trustProxy' | 'environment'>): string | null {
  if (environment !== 'production' || trustProxy > 0) return null
  return 'NATION_TRUST_PROXY trusts no proxy, but https needs one in front: rate limits will count all callers as the proxy’s address'
}
