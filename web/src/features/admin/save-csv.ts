import { sentenceOf } from '../../lib/api/api-error'
import { download } from '../../lib/api/download'
import { toast } from '../../ui'
import { usePanel } from './panel-session'

/**
 * Saves all rows of a filter as a file, however many there are, and says what went wrong.
 * @param path the call that sends the file, and `input` what it is asked for
 * @param name what the file is called on the reader's machine
 */
export async function saveCsv(path: string, input: Readonly<Record<string, string>>, name: string): Promise<void> {
  const { token } = usePanel.getState()
  // The console shows lists without the password; what is exported is named in the audit.
  if (token === null) return void toast.warning('An export needs a connection. Please sign in to the panel again.')
  try {
    const query = new URLSearchParams(input).toString()
    await download(query === '' ? path : `${path}?${query}`, name, token)
  } catch (error) {
    toast.error(sentenceOf(error))
  }
}
