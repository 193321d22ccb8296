import { logFailedCall } from '../log/failed-calls'
import { saveFile } from '../save-file'
import { tokens } from '../session/session'
import { ApiError, errorFrom, noConnection } from './api-error'

/**
 * Saves what a call answers as a file. It is asked for with the bearer token, so no address of it lies around. A file that breaks
 * off is not saved.
 * @param bearer another token than the session's
 * @throws ApiError
 */
export async function download(path: string, name: string, bearer?: string): Promise<void> {
  const token = bearer ?? (await tokens.current())
  const response = await connected(path, () =>
    fetch(path, { headers: token === null ? {} : { authorization: `Bearer ${token}` } }),
  )
  if (!response.ok) throw failed(path, await errorFrom(response))
  saveFile(await connected(path, () => response.blob()), name)
}

/** @throws ApiError where the connection fails */
async function connected<T>(path: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch {
    throw failed(path, new ApiError(0, 'network', noConnection))
  }
}

/** Writes the failure to the log, under the path without what was asked for. */
function failed(path: string, error: ApiError): ApiError {
  logFailedCall(path.split('?')[0]!, error)
  return error
}
