import { useState } from 'react'
import { Button } from '../../ui'
import { saveCsv } from './save-csv'

interface Props {
  /** The call that sends the file, and what it is asked for. */
  path: string
  input: Readonly<Record<string, string>>
  /** What the file is called on the reader's machine. */
  name: string
  /** What the button says. */
  children?: string
}

/** Saves all rows of a filter as a file, however many there are. */
export function ExportCsv({ path, input, name, children = 'Export CSV' }: Props) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await saveCsv(path, input, name)
    setSaving(false)
  }
  return (
    <Button variant="default" size="sm" loading={saving} onClick={() => void save()}>
      {children}
    </Button>
  )
}
