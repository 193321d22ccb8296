import { responseFormats, responsesFileName, type ResponseFormat } from '@nation/domain/interviews'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { download } from '../../../lib/api/download'
import { Button, toast, Row } from '../../../ui'
import type { ManagedInterview } from '../types'

interface Props {
  interview: ManagedInterview
  search: string
  matching: number
}

/** Takes the responses away as a file: all of them, or those that the search finds. */
export function ExportButtons({ interview: { id, title }, search, matching }: Props) {
  const [running, setRunning] = useState<ResponseFormat | null>(null)
  const save = async (format: ResponseFormat) => {
    setRunning(format)
    const name = responsesFileName(title, format)
    const asked = new URLSearchParams({ interviewId: id, format, ...(search !== '' && { search }) })
    try {
      await download(`/api/interviews/export?${asked.toString()}`, name)
      toast.success(`${name} is saved.`)
    } catch (error) {
      toast.error(`The export failed. ${sentenceOf(error)}`)
    } finally {
      setRunning(null)
    }
  }
  return (
    <Row gap={2} align="center">
      {responseFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          disabled={matching === 0 || (running !== null && running !== format)}
          loading={running === format}
          onClick={() => void save(format)}
        >
          Export {format.toUpperCase()}
        </Button>
      ))}
    </Row>
  )
}
