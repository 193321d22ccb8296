import { cycleInWords } from '@nation/domain/bank'
import { useId, useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, confirm, Instant, toast, Panel, Stack, Text } from '../../../ui'
import { money, Overdraft, NextPayment, usePaymentStatus, type BankData } from '../../bank'
import classes from './bank.module.css'
import { useBankChange } from './use-bank-change'

/** Starts the cycle, once; and records what is due, as happens automatically. */
export function CyclePanel({ bank }: { bank: BankData }) {
  return (
    <Panel as="section" edge="top" gap={3} pad={5} top className={classes.panel} aria-labelledby="cycle">
      <h2 id="cycle">Payment cycle{bank.cycle && ` ${bank.cycle.number}`}</h2>
      <Stack gap={1}>
        <NextPayment bank={bank} />
      </Stack>
      <Overdraft bank={bank} />
      {bank.cycleActive ? <Process bank={bank} /> : <Start bank={bank} />}
    </Panel>
  )
}

function Start({ bank }: { bank: BankData }) {
  const [problem, setProblem] = useState<string | null>(null)
  const start = useBankChange('bank.start-cycle')
  const ask = async () => {
    if (bank.totalSalaries <= 0) return setProblem('Please set a total salary amount before starting the cycle.')
    setProblem(null)
    const sure = await confirm({
      title: 'Start the payment cycle?',
      message: `Salaries of ${money(bank.totalSalariesCents)} are due in ${cycleInWords()}, and every ${cycleInWords()} from then on. This is done once.`,
      confirm: 'Start cycle',
    })
    if (!sure) return
    start.mutate(
      {},
      {
        onSuccess: () => toast.success('The payment cycle has started.'),
        onError: (error) => setProblem(sentenceOf(error)),
      },
    )
  }
  return (
    <>
      <Problem sentence={problem} />
      <Button onClick={() => void ask()} loading={start.isPending} className={classes.act}>
        Start cycle
      </Button>
    </>
  )
}

function Process({ bank }: { bank: BankData }) {
  const { isDue } = usePaymentStatus(bank)
  const [problem, setProblem] = useState<string | null>(null)
  const whyNot = useId()
  const process = useBankChange('bank.process-payment')
  const press = () => {
    setProblem(null)
    process.mutate(bank.cycle ? { cycle: bank.cycle.number } : {}, {
      onSuccess: ({ paid, alreadyPaid }) => {
        const cycles = paid.map(({ number }) => number).join(', ')
        toast.success(alreadyPaid ? 'This cycle is recorded already.' : `Salaries recorded: cycle ${cycles}.`)
      },
      onError: (error) => setProblem(sentenceOf(error)),
    })
  }
  return (
    <>
      <Text tone="soft" step={-1} className={classes.note}>
        Salaries are paid automatically at countdown zero: they are recorded, and an administrator transfers each and
        marks it as paid. Processing a payment records them too; pressed twice, it records them once.
      </Text>
      <Problem sentence={problem} />
      <Button
        onClick={press}
        disabled={!isDue}
        loading={process.isPending}
        className={classes.act}
        aria-describedby={isDue ? undefined : whyNot}
      >
        Process payment
      </Button>
      {!isDue && bank.nextPaymentDate !== null && (
        <Text id={whyNot} tone="soft" step={-1}>
          No payment is due yet. This is possible from <Instant at={bank.nextPaymentDate} />.
        </Text>
      )}
    </>
  )
}

/** What went wrong, said aloud. */
export function Problem({ sentence }: { sentence: string | null }) {
  return (
    <Text role="alert" tone="danger" step={-1} strong className={classes.problem}>
      {sentence}
    </Text>
  )
}
