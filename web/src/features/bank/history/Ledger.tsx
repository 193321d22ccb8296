import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, EmptyState, Instant, inFull, Stack, Row, Text, Panel } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { accountWords, money, movementWords } from '../bank-words'
import { useLedger, type BankData, type Movement } from '../use-bank'
import { Table } from '../../../ui/kit/Table'
import classes from './Ledger.module.css'

/** The ledger, open to everybody: every movement with both of its sides. Read when it is opened. */
export function Ledger({ books }: Pick<BankData, 'books'>) {
  const [open, setOpen] = useState(false)
  const list = useLedger(open)
  const movements = list.data?.pages.flatMap((page) => page.movements) ?? []
  return (
    <Stack aria-labelledby="ledger" as="section" gap={4} className={classes.section}>
      <Row gap={[4, 6]} align="start" justify="between" className={classes.head}>
        <div>
          <Text id="ledger" as="h2" step={3}>
            The ledger
          </Text>
          <Text tone="soft">
            Every movement has two equal sides: what leaves one account arrives in others. Entries are never changed,
            and each movement is sealed together with the one before it.
          </Text>
          <BooksCheck books={books} />
        </div>
        <Button variant="default" aria-expanded={open} aria-controls="ledger-pages" onClick={() => setOpen(!open)}>
          {open ? 'Close the ledger' : 'Open the ledger'}
        </Button>
      </Row>
      <div id="ledger-pages">
        {open && (
          <PagedList
            pages={list}
            items={movements}
            label="Movements"
            skeletons={{ count: 4, height: '8rem' }}
            failure={sentenceOf(list.error)}
            empty={<EmptyState title="No movements yet">The first money that moves is written here.</EmptyState>}
          >
            {(movement) => <Entry key={movement.id} movement={movement} />}
          </PagedList>
        )}
      </div>
    </Stack>
  )
}

/** When the books were last checked, and what came of it. */
export function BooksCheck({ books }: Pick<BankData, 'books'>) {
  if (!books)
    return (
      <Text tone="soft" step={-1} className={classes.check}>
        The books are checked every night.
      </Text>
    )
  const movements = `${inFull(books.movements)} ${books.movements === 1 ? 'movement' : 'movements'}`
  return (
    <Text tone="soft" step={-1} className={classes.check} data-balanced={books.balanced}>
      {books.balanced ? (
        <>
          Checked <Instant at={books.checkedAt} />: {movements}, balanced to the cent.
        </>
      ) : (
        <>
          Checked <Instant at={books.checkedAt} />: the books do not add up. Administrators are looking into it.
        </>
      )}
    </Text>
  )
}

function Entry({ movement }: { movement: Movement }) {
  const { kind, cycle, reference, actor } = movement
  return (
    <Panel as="li" edge="left" gap={2} pad={[4, 5]}>
      <Row as="p" gap={[0, 4]} align="baseline" className={classes.what}>
        <span className={classes.number}>{movement.number}</span>
        <b>
          {movementWords[kind]}
          {cycle !== null && `, cycle ${cycle}`}
        </b>
        <span>
          <Instant at={movement.at} />
        </span>
        <span>{actor === null ? 'automatically' : `by ${actor.username}`}</span>
        {reference !== null && <span className={classes.reference}>“{reference}”</span>}
      </Row>
      <Table caption={<>Entries of movement {movement.number}</>} hideCaption className={classes.entries}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {movement.entries.map(({ account, payee, amountCents }) => (
            <tr key={`${account}${payee?.id ?? ''}`}>
              <th scope="row">{payee ? payee.username : accountWords[account]}</th>
              <td data-number data-below={amountCents.startsWith('-') || undefined}>
                {amountCents.startsWith('-') ? money(amountCents) : `+${money(amountCents)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Text tone="faint" step={-2} face="document" title={movement.seal}>
        Seal {movement.seal.slice(0, 16)}…
      </Text>
    </Panel>
  )
}
