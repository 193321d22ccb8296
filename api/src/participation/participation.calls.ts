import { leftToDo, openNow, type OpenNow } from '@nation/core/participation'
import { read } from '@nation/core/platform'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { inEachProcess, raw, type Bindings, type Request } from '../frame/bind'
import { singleFlight } from '../frame/single-flight'

const sharedMs = 500
const flightsOf = inEachProcess(() => singleFlight<OpenNow>(sharedMs))

/** `participation.overview`: what is open is read once for all who ask in the same moment; what is left to do, by keys. */
async function overview({
  deps: { runtime, freshness },
  caller,
}: Request<CallInput<'participation.overview'>>): Promise<CallOutput<'participation.overview'>> {
  const open = await flightsOf(runtime)(await freshness.markFor(caller?.uid), () => read(runtime, null, openNow))
  return { ...open.answer, you: await read(runtime, caller, (ctx) => leftToDo(ctx, open)) }
}

export const participationBindings: Bindings = {
  'participation.overview': { ...raw<'participation.overview'>(overview), shared: true },
}
