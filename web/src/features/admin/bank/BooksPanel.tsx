import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, toast, Panel, Text } from '../../../ui'
import { BooksCheck, type BankData } from '../../bank'
import classes from './bank.module.css'
import { useBankChange } from './use-bank-change'

/** The check of the books, which is made every night and on request. */
export function BooksPanel({ books }: Pick<BankData, 'books'>) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const check = useBankChange('bank.check-books')
  const press = () =>
    check.mutate(
      {},
      {
        onSuccess: (found) => {
          setProblems(found.problems)
          if (found.problems.length === 0) toast.success('The books are right, to the cent.')
        },
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  return (
    <Panel as="section" edge="top" gap={3} pad={5} top className={classes.panel} aria-labelledby="books">
      <h2 id="books">The books</h2>
      <BooksCheck books={books} />
      <Text tone="soft" step={-1} className={classes.note}>
        Every movement, every balance and every seal is checked, every night at 03:00 UTC. A person who changes an entry
        behind the bank’s back breaks a seal.
      </Text>
      {problems.length > 0 && (
        <Text
          as="ul"
          tone="danger"
          step={-1}
          figures
          breaks
          className={classes.problems}
          aria-label="What is wrong with the books"
        >
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </Text>
      )}
      <Button variant="default" onClick={press} loading={check.isPending} className={classes.act}>
        Check now
      </Button>
    </Panel>
  )
}
