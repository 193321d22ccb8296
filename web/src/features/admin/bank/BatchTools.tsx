import { useState } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { Button, toast, Text, Row } from '../../../ui'
import { panelCall } from '../panel-session'
import { money } from '../../bank/bank-words'
import classes from './bank.module.css'
import { Problem } from './CyclePanel'
import { saveFile } from '../../../lib/save-file'
import { useBankChange } from './use-bank-change'

/** Takes out what waits to be paid as a file, and takes it back in with the references filled. */
export function BatchTools() {
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const mark = useBankChange('bank.mark-batch')
  const take = async () => {
    setBusy(true)
    try {
      const { filename, csv, payments, waiting } = await panelCall('bank.export-batch', {})
      if (payments === 0) toast.success('Every recorded salary is paid.')
      else saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), filename)
      if (waiting > payments) {
        toast.warning(`The file has the ${payments} oldest of ${waiting} payments. Export again once they are marked.`)
      }
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const bring = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    setWrong([])
    mark.mutate(
      { csv: await file.text() },
      {
        onSuccess: ({ marked, unchanged, totalCents }) =>
          toast.success(
            `${marked} ${marked === 1 ? 'payment' : 'payments'} of ${money(totalCents)} marked as paid` +
              (unchanged > 0 ? `, ${unchanged} were already.` : '.'),
          ),
        onError: (error) => {
          setProblem(sentenceOf(error))
          if (error instanceof ApiError && error.code === 'batch_invalid') {
            setWrong(error.details.map(({ message }) => message))
          }
        },
      },
    )
  }
  return (
    <Row gap={3} align="center" className={classes.batch}>
      <Button variant="default" loading={busy} onClick={() => void take()}>
        Export batch
      </Button>
      <Text as="label" step={-1} strong className={classes.file} data-busy={mark.isPending || undefined}>
        <input
          type="file"
          accept=".csv,text/csv"
          className="visually-hidden"
          disabled={mark.isPending}
          onChange={(event) => {
            void bring(event.currentTarget.files?.[0])
            // The same file may be chosen again once it is corrected.
            event.currentTarget.value = ''
          }}
        />
        Mark a batch as paid from CSV
      </Text>
      <Text tone="soft" step={-1} className={classes.note}>
        Export the batch, fill its column “reference”, and bring it back: all lines are taken or, when any is wrong,
        none.
      </Text>
      <Problem sentence={problem} />
      {wrong.length > 0 && (
        <Text as="ul" tone="danger" step={-1} figures breaks className={classes.problems} aria-label="Wrong lines">
          {wrong.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </Text>
      )}
    </Row>
  )
}
