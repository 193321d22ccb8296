import { countUpload, storeUpload } from '@nation/core/media'
import { change, type Caller, type CitizenContext } from '@nation/core/platform'
import { NationError } from '@nation/domain/errors'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { raw, type Bindings, type Request, type Deps } from '../frame'

/** `media.upload`: the file has arrived on this machine's disk; the frame removes it afterwards. */
async function upload(request: Request<CallInput<'media.upload'>>): Promise<CallOutput<'media.upload'>> {
  const { deps, caller, input, file } = request
  if (!caller || !file) throw new NationError('file_missing')
  return storeUpload(deps.runtime, { store: deps.media, names: deps.keys.uploads }, caller, input.preset, file)
}

/** Counts the upload against its sender's allowance, whatever becomes of it. */
async function admit(deps: Deps, caller: Caller, bytes: number): Promise<void> {
  if (!caller) throw new NationError('unauthenticated')
  await change(deps.runtime, { caller }, (ctx) => countUpload(ctx as CitizenContext, bytes))
}

export const mediaBindings: Bindings = {
  'media.upload': { ...raw<'media.upload'>(upload, { needsCaller: true }), admit },
}
