import { ApiError, errorFrom } from '../../lib/api/api-error'
import { tokens } from '../../lib/session/session'

/**
 * Saves one's own copy as a file. It is asked for with the bearer token, so no address of it lies around.
 * @throws ApiError
 */
export async function downloadExport(exportId: string): Promise<void> {
  const token = await tokens.current()
  let response: Response
  try {
    response = await fetch(`/api/user/export-download?exportId=${exportId}`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
  } catch {
    throw new ApiError(0, 'network', 'Connection error. Please check your connection.')
  }
  if (!response.ok) throw await errorFrom(response)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = 'nation-my-data.json'
  link.click()
  // Once the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
