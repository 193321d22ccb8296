import { useState } from 'react'
import { sentenceOf } from '../../lib/api/api-error'
import { download } from '../../lib/api/download'
import { Button, toast } from '../../ui'
import { usePanel } from './panel-session'

interface Props {
  /** The call that sends the file, and what it is asked for. */
  path: string
  input: Readonly<Record<string, string>>
  /** What the file is called on the reader's machine. */
  name: string
}

/** Saves all rows of a filter as a file, however many there are. */
export function ExportCsv({ path, input, name }: Props) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    const { token } = usePanel.getState()
    // The console shows lists without the password; what is exported is named in the audit.
    if (token === null) return void toast.warning('An export needs a connection. Please sign in to the panel again.')
    setSaving(true)
    try {
      const query = new URLSearchParams(input).toString()
      await download(query === '' ? path : `${path}?${query}`, name, token)
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button variant="default" size="sm" loading={saving} onClick={() => void save()}>
      Export CSV
    </Button>
  )
}
