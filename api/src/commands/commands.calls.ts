import { allCalls, parseInput, type Call, type CallInput, type CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { runCommand } from '@nation/core/commands'
import { change, type CitizenContext } from '@nation/core/platform'
import { believeNothing, checkAccess, raw, type Bindings, type Request, checkFeatures } from '../frame'

const callNamed = new Map<string, Call>(allCalls.map((call) => [call.id, call]))

/** `commands.run`: what is asked of the call itself is asked here, too: its features, its access, its input. */
async function run({ deps, caller, input }: Request<CallInput<'commands.run'>>): Promise<CallOutput<'commands.run'>> {
  const call = callNamed.get(input.call)
  if (!call || !caller) throw new NationError('unknown_call')
  await checkFeatures(call, deps.features)
  checkAccess(call, caller)
  const parsed = believeNothing(call, parseInput(call, input.input), caller)
  return change(deps.runtime, { caller }, (ctx) =>
    runCommand(ctx as CitizenContext, { ...input, input: parsed, sent: input.input }),
  )
}

export const commandBindings: Bindings = { 'commands.run': raw<'commands.run'>(run, { needsCaller: true }) }
