import { useId, useState } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { Button, toast, Text, Row } from '../../../ui'
import { panelCall } from '../panel-session'
import { money } from '../../bank'
import classes from './bank.module.css'
import { saveFile } from '../../../lib/save-file'
import { useBankChange } from './use-bank-change'

/** Takes out what waits to be paid as a file, and takes it back in with the references filled. */
export function BatchTools({ onChosen }: { onChosen: () => void }) {
  const [busy, setBusy] = useState(false)
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
  return (
    <Row gap={3} align="center" fills className={classes.batch}>
      <Button variant="default" loading={busy} onClick={() => void take()}>
        Export batch
      </Button>
      <MarkBatch onChosen={onChosen} />
    </Row>
  )
}

interface Refusal {
  readonly sentence: string
  /** What is wrong, line by line. */
  readonly lines: readonly string[]
}

/** Takes the file back in. What is wrong with it is said below it, and belongs to the control. */
function MarkBatch({ onChosen }: { onChosen: () => void }) {
  const said = useId()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const mark = useBankChange('bank.mark-batch')
  const { isPending } = mark
  const bring = async (file: File | undefined) => {
    if (!file) return
    setRefusal(null)
    onChosen()
    mark.mutate(
      { csv: await file.text() },
      {
        onSuccess: ({ marked, unchanged, totalCents }) =>
          toast.success(
            `${marked} ${marked === 1 ? 'payment' : 'payments'} of ${money(totalCents)} marked as paid` +
              (unchanged > 0 ? `, ${unchanged} ${unchanged === 1 ? 'was' : 'were'} already.` : '.'),
          ),
        onError: (error) => setRefusal({ sentence: sentenceOf(error), lines: linesOf(error) }),
      },
    )
  }
  return (
    <>
      <Text as="label" step={-1} strong className={classes.file} data-busy={isPending || undefined}>
        <input
          type="file"
          accept=".csv,text/csv"
          className="visually-hidden"
          aria-disabled={isPending}
          aria-invalid={refusal !== null}
          aria-describedby={refusal ? said : undefined}
          onClick={(event) => isPending && event.preventDefault()}
          onChange={(event) => {
            void bring(event.currentTarget.files?.[0])
            // The same file may be chosen again once it is corrected.
            event.currentTarget.value = ''
          }}
        />
        Mark a batch as paid from CSV
      </Text>
      <Text tone="soft" step={-1} className={classes.note}>
        Export the batch, fill in its column “reference”, and choose the file here. If one line is wrong, no payment is
        marked.
      </Text>
      <div role="alert" id={said} className={classes.refusal}>
        {refusal && <Problems refusal={refusal} />}
      </div>
    </>
  )
}

const linesOf = (error: Error): string[] =>
  error instanceof ApiError && (error.code === 'batch_invalid' || error.code === 'batch_unusable')
    ? error.details.map(({ message }) => message)
    : []

function Problems({ refusal: { sentence, lines } }: { refusal: Refusal }) {
  return (
    <>
      <Text tone="danger" step={-1} strong>
        {sentence}
      </Text>
      {lines.length > 0 && (
        <Text as="ul" tone="danger" step={-1} figures breaks className={classes.problems} aria-label="Wrong lines">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Text>
      )}
    </>
  )
}
