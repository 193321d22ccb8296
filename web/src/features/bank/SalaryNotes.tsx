import { bankOffices } from '@nation/domain/bank'
import { electedRoles, officeTitle } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { CitizenAvatar, LineWork, officeLooks, officeStyle } from '../../ui'
import { officialPath } from '../government/paths'
import { money, percentInWords } from './bank-words'
import classes from './SalaryNotes.module.css'
import type { BankData, Position } from './use-bank'

/** What each office is paid, a note of its own denomination for each. */
export function SalaryNotes({ bank }: { bank: BankData }) {
  const paid = new Set(bank.positions.map(({ office }) => office))
  const unpaid = bankOffices.filter((office) => electedRoles.includes(office) && !paid.has(office))
  return (
    <section aria-labelledby="salaries" className={classes.section}>
      <div className={classes.head}>
        <h2 id="salaries" className={classes.heading}>
          Salaries by position
        </h2>
        <p className={classes.lead}>
          For a whole cycle. Whoever holds an office for a part of it is paid for that part, by the millisecond.
        </p>
      </div>
      <ul className={classes.notes}>
        {bank.positions.map((position) => (
          <li key={position.office}>
            <SalaryNote position={position} />
          </li>
        ))}
      </ul>
      {unpaid.length > 0 && (
        <p className={classes.lead}>
          {unpaid.map(officeTitle).join(', ')} {unpaid.length === 1 ? 'gets' : 'get'} no part of the present budget.
        </p>
      )}
    </section>
  )
}

function SalaryNote({ position: { office, title, percent, amountCents, holder } }: { position: Position }) {
  return (
    <article
      className={classes.note}
      style={officeStyle(office)}
      data-vacant={holder ? undefined : ''}
      aria-label={title}
    >
      <LineWork seed={`salary of ${office}`} kind="band" className={classes.band} />
      <span className={classes.numeral} aria-hidden="true">
        {officeLooks[office].numeral}
      </span>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.amount}>{money(amountCents)}</p>
      <p className={classes.percent}>{percentInWords(percent)} of the budget</p>
      <div className={classes.holder}>
        {holder ? (
          <>
            <CitizenAvatar id={holder.id} name={holder.username} picture={holder.profilePicture} size={40} />
            <p className={classes.name}>
              <Link to={officialPath(holder.id)}>{holder.username}</Link>
              <span>@{holder.twitterUsername}</span>
            </p>
          </>
        ) : (
          <>
            <span className={classes.chair} aria-hidden="true" />
            <p className={classes.name}>
              <b>Vacant</b>
              <span>Its share stays in the treasury</span>
            </p>
          </>
        )}
      </div>
    </article>
  )
}
