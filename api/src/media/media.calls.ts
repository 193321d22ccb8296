import { keepUpload, mayUpload } from '@nation/core/media'
import { read } from '@nation/core/platform'
import { NationError } from '@nation/domain/errors'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { raw, type Bindings, type Request } from '../frame/bind'

/** `media.upload`: the file has arrived on this machine's disk; the frame removes it afterwards. */
async function upload(request: Request<CallInput<'media.upload'>>): Promise<CallOutput<'media.upload'>> {
  const { deps, caller, input, file } = request
  if (!caller || !file) throw new NationError('file_missing')
  await read(deps.runtime, caller, (ctx) => mayUpload(ctx, caller))
  return keepUpload(deps.runtime, deps.media, caller, input.preset, file)
}

export const mediaBindings: Bindings = {
  'media.upload': raw<'media.upload'>(upload, true),
}
