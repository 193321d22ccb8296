import { leftToDo, openNow, type OpenNow } from '@nation/core/participation'
import { read, type Runtime } from '@nation/core/platform'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { raw, type Bindings, type Request } from '../frame/bind'
import { singleFlight } from '../frame/single-flight'

const sharedMs = 500
const flights = new WeakMap<Runtime, ReturnType<typeof singleFlight<OpenNow>>>()

/** `participation.overview`: what is open is read once for all who ask in the same moment; what is left to do, by keys. */
async function overview({
  deps: { runtime },
  caller,
}: Request<CallInput<'participation.overview'>>): Promise<CallOutput<'participation.overview'>> {
  const shared = flights.get(runtime) ?? singleFlight<OpenNow>(sharedMs)
  flights.set(runtime, shared)
  const open = await shared('', () => read(runtime, null, openNow))
  return { ...open.answer, you: await read(runtime, caller, (ctx) => leftToDo(ctx, open)) }
}

export const participationBindings: Bindings = {
  'participation.overview': raw<'participation.overview'>(overview),
}
