import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { saveFile } from '../../../lib/save-file'
import { Button, toast } from '../../../ui'
import { responsesAsFile } from './export-responses'
import type { ExportFormat } from './export-responses'
import classes from './ResponsesView.module.css'

interface Props {
  interviewId: string
  search: string
  matching: number
}

/** Takes the responses away as a file: all of them, or those that the search finds. */
export function ExportButtons({ interviewId, search, matching }: Props) {
  const [running, setRunning] = useState<{ format: ExportFormat; read: number } | null>(null)
  const save = async (format: ExportFormat) => {
    setRunning({ format, read: 0 })
    try {
      const { name, content } = await responsesAsFile(interviewId, search, format, (read) =>
        setRunning({ format, read }),
      )
      saveFile(content, name)
      toast.success(`${name} is saved.`)
    } catch (error) {
      toast.error(`The export failed. ${sentenceOf(error)}`)
    } finally {
      setRunning(null)
    }
  }
  return (
    <div className={classes.exports}>
      {running && matching > 50 && (
        <p className={classes.found} role="status">
          {Math.min(running.read, matching)} of {matching} read
        </p>
      )}
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          disabled={matching === 0 || running !== null}
          loading={running?.format === format}
          onClick={() => void save(format)}
        >
          Export {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
