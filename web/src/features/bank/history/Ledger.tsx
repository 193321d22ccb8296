import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, EmptyState, Instant, PagedList, inFull } from '../../../ui'
import { accountWords, money, movementWords } from '../bank-words'
import { useLedger, type BankData, type Movement } from '../use-bank'
import classes from './Ledger.module.css'

/** The ledger, open to everybody: every movement with both of its sides. Read when somebody opens it. */
export function Ledger({ books }: Pick<BankData, 'books'>) {
  const [open, setOpen] = useState(false)
  const list = useLedger(open)
  const movements = list.data?.pages.flatMap((page) => page.movements) ?? []
  return (
    <section aria-labelledby="ledger" className={classes.section}>
      <div className={classes.head}>
        <div>
          <h2 id="ledger" className={classes.heading}>
            The ledger
          </h2>
          <p className={classes.lead}>
            Money moves from one account to another and is never made up on the way: the sides of each movement add up
            to nothing. Entries are never changed, and each movement is sealed together with the one before it.
          </p>
          <BooksCheck books={books} />
        </div>
        <Button variant="default" aria-expanded={open} aria-controls="ledger-pages" onClick={() => setOpen(!open)}>
          {open ? 'Close the ledger' : 'Open the ledger'}
        </Button>
      </div>
      <div id="ledger-pages">
        {open && (
          <PagedList
            pages={list}
            items={movements}
            label="Movements"
            bones={{ count: 4, height: '8rem' }}
            failure={sentenceOf(list.error)}
            empty={<EmptyState title="No movements yet">The first money that moves is written here.</EmptyState>}
          >
            {(movement) => <Entry key={movement.id} movement={movement} />}
          </PagedList>
        )}
      </div>
    </section>
  )
}

/** When the books were last checked, and what came of it. */
export function BooksCheck({ books }: Pick<BankData, 'books'>) {
  if (!books) return <p className={classes.check}>The books are checked every night.</p>
  const movements = `${inFull(books.movements)} ${books.movements === 1 ? 'movement' : 'movements'}`
  return (
    <p className={classes.check} data-balanced={books.balanced}>
      {books.balanced ? (
        <>
          Checked <Instant at={books.checkedAt} />: {movements}, balanced to the cent.
        </>
      ) : (
        <>
          Checked <Instant at={books.checkedAt} />: the books do not add up. Administrators are looking into it.
        </>
      )}
    </p>
  )
}

function Entry({ movement }: { movement: Movement }) {
  const { kind, cycle, reference, actor } = movement
  return (
    <li className={classes.movement}>
      <p className={classes.what}>
        <span className={classes.number}>{movement.number}</span>
        <b>
          {movementWords[kind]}
          {cycle !== null && `, cycle ${cycle}`}
        </b>
        <span>
          <Instant at={movement.at} />
        </span>
        <span>{actor === null ? 'by itself' : `by ${actor.username}`}</span>
        {reference !== null && <span className={classes.reference}>“{reference}”</span>}
      </p>
      <table className={classes.entries}>
        <caption className="visually-hidden">Entries of movement {movement.number}</caption>
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
              <td data-below={amountCents.startsWith('-') || undefined}>
                {amountCents.startsWith('-') ? money(amountCents) : `+${money(amountCents)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.seal} title={movement.seal}>
        Seal {movement.seal.slice(0, 16)}…
      </p>
    </li>
  )
}
