import { logFailedCall } from '../log/failed-calls'
import { saveFile } from '../save-file'
import { tokens } from '../session/session'
import { ApiError, errorFrom } from './api-error'

/**
 * Saves what a call answers as a file. It is asked for with the bearer token, so no address of it lies around.
 * @throws ApiError
 */
export async function download(path: string, name: string): Promise<void> {
  const token = await tokens.current()
  let response: Response
  try {
    response = await fetch(path, { headers: token === null ? {} : { authorization: `Bearer ${token}` } })
  } catch {
    throw failed(path, new ApiError(0, 'network', 'Connection error. Please check your connection.'))
  }
  if (!response.ok) throw failed(path, await errorFrom(response))
  saveFile(await response.blob(), name)
}

/** Writes the failure to the log, under the path without what was asked for. */
function failed(path: string, error: ApiError): ApiError {
  logFailedCall(path.split('?')[0]!, error)
  return error
}
