import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endPanelSession,
  findDevice,
  leavePanel,
  noteFailure,
  openPanel,
  ownUsername,
  panelSecurity,
  provePassword,
  renewRecoveryCodes,
  revokeDevice,
  triedName,
  type ProvenAccount,
} from '@nation/core/admin'
import { change, read, Semaphore, type CitizenContext } from '@nation/core/platform'
import { citizenChange, raw, type Binding, type Bindings, type Request, type Deps, networkOf } from '../frame'
import { writeBoardCookie, boardPath } from '../ops'
import { readDevice, writeDevice } from './device-cookie'
import { guessLimits, type GuessLimits, type Trier } from './guess-limits'

/**
 * One password hash at a time for strangers, and one beside it for known devices and for open panels. A hash takes a processor
 * for tens of milliseconds: however many guesses come, the API keeps its other threads.
 */
const hashesOfStrangers = new Semaphore(1, 20)
const hashesOfKnown = new Semaphore(1, 20)

const made = new WeakMap<Deps, GuessLimits>()

function limitsOf(deps: Deps): GuessLimits {
  const limits = made.get(deps) ?? guessLimits(deps.redis, deps.config.databaseUrl)
  made.set(deps, limits)
  return limits
}

/** `admin.authenticate`: a try is counted before it is checked, and forgotten when it was right. */
async function enter(request: Request<CallInput<'admin.authenticate'>>): Promise<CallOutput<'admin.authenticate'>> {
  const { deps, input, http } = request
  const { database, clock } = deps.runtime
  const token = readDevice(deps, http)
  const device = await findDevice(database, deps.keys, token, input.username, clock.now())
  const network = networkOf(http.ip)
  const trier: Trier = device ? { device: device.id } : { account: triedName(deps.keys, input.username), network }
  const hashes = notFull(device ? hashesOfKnown : hashesOfStrangers)
  await limitsOf(deps).count(trier)
  try {
    const proven = await hashes.run(() => provePassword(database, input.username, input.password))
    if (!proven) throw new NationError('credentials_invalid')
    const opened = await change(deps.runtime, {}, (ctx) =>
      openPanel(ctx, deps.keys, proven, {
        totp: input.totp,
        recoveryCode: input.recoveryCode,
        secondFactorRequired: deps.config.panelSecondFactor,
        device: token,
        userAgent: http.get('user-agent'),
      }),
    )
    writeDevice(deps, http, opened.device)
    await limitsOf(deps).forget(trier)
    return opened.answer
  } catch (error) {
    if (isOneOf(error, ['credentials_invalid', 'second_factor_missing'])) {
      await noteFailure(deps.runtime, deps.keys, { username: input.username, network })
    }
    throw error
  }
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof NationError && codes.includes(error.code)
}

/** @throws NationError `busy` before the try is counted, so that it costs nothing to come again */
function notFull(semaphore: Semaphore): Semaphore {
  if (semaphore.full) throw new NationError('busy', { retryAfter: 1 })
  return semaphore
}

/**
 * A change of the caller's own sign-in: an open panel is not enough, the password is proved first. A wrong one is stored
 * like a sign-in that failed.
 */
async function asOwner<Answer>(
  { deps, caller, input, http }: Request<{ readonly password: string }>,
  service: (ctx: CitizenContext, proven: ProvenAccount) => Promise<Answer>,
): Promise<Answer> {
  if (!caller) throw new NationError('unauthenticated')
  const { database } = deps.runtime
  const hashes = notFull(hashesOfKnown)
  const username = await ownUsername(database, caller.sessionId)
  try {
    const proven = await hashes.run(() => provePassword(database, username, input.password))
    if (!proven) throw new NationError('password_wrong')
    return await change(deps.runtime, { caller }, (ctx) => service(ctx as CitizenContext, proven))
  } catch (error) {
    if (isOneOf(error, ['password_wrong', 'code_wrong'])) {
      await noteFailure(deps.runtime, deps.keys, { username, network: networkOf(http.ip) })
    }
    throw error
  }
}

/** `admin.renew-recovery-codes`. */
function renewCodes(request: Request<CallInput<'admin.renew-recovery-codes'>>) {
  const { deps, input } = request
  return asOwner(request, (ctx, proven) => renewRecoveryCodes(ctx, deps.keys, proven, input))
}

/** `admin.begin-second-factor`. */
function beginFactor(request: Request<CallInput<'admin.begin-second-factor'>>) {
  const { deps, input } = request
  return asOwner(request, (ctx, proven) => beginSecondFactor(ctx, deps.keys, proven, input))
}

/** `admin.confirm-second-factor`. */
async function confirmFactor({ deps, caller, input }: Request<CallInput<'admin.confirm-second-factor'>>) {
  return change(deps.runtime, { caller }, (ctx) => confirmSecondFactor(ctx as CitizenContext, deps.keys, input))
}

/** `admin.security`. */
async function security({ deps, caller }: Request): Promise<CallOutput<'admin.security'>> {
  return read(deps.runtime, caller, (ctx) => panelSecurity(ctx as CitizenContext, deps.keys))
}

/** `admin.verify`: a token that is wrong, has expired or was ended makes a visitor of its caller. */
async function verify({ caller }: Request): Promise<CallOutput<'admin.verify'>> {
  return Promise.resolve({ success: true, valid: caller?.panel ?? false })
}

/** `admin.open-ops-pages`. */
function openOpsPages({ deps, caller, http }: Request): Promise<CallOutput<'admin.open-ops-pages'>> {
  if (!caller) throw new NationError('unauthenticated')
  writeBoardCookie(deps, http, caller.sessionId)
  return Promise.resolve({ success: true, address: boardPath })
}

/** A device that signed in before is counted by itself, whatever others in its network do. */
const knownAs: Binding['knownAs'] = (deps, http) => {
  const token = readDevice(deps, http)
  return token ? { name: `device:${token.device}`, proven: true } : undefined
}

export const adminBindings: Bindings = {
  'admin.authenticate': { ...raw<'admin.authenticate'>(enter), knownAs },
  'admin.verify': { ...raw<'admin.verify'>(verify), answersRefusedTokens: true },
  'admin.logout': { ...citizenChange<'admin.logout'>(leavePanel), endsSessions: true },
  'admin.security': raw<'admin.security'>(security, { needsCaller: true }),
  'admin.revoke-device': { ...citizenChange<'admin.revoke-device'>(revokeDevice), endsSessions: true },
  'admin.end-session': { ...citizenChange<'admin.end-session'>(endPanelSession), endsSessions: true },
  'admin.begin-second-factor': raw<'admin.begin-second-factor'>(beginFactor, { needsCaller: true }),
  'admin.confirm-second-factor': {
    ...raw<'admin.confirm-second-factor'>(confirmFactor, { needsCaller: true }),
    endsSessions: true,
  },
  'admin.open-ops-pages': raw<'admin.open-ops-pages'>(openOpsPages, { needsCaller: true }),
  'admin.renew-recovery-codes': raw<'admin.renew-recovery-codes'>(renewCodes, { needsCaller: true }),
}
