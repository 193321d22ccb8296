import { bankOffices } from '@nation/domain/bank'
import { electedRoles, officeTitle } from '@nation/domain/elections'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Skeleton, CitizenAvatar, LineWork, Loading, officeLooks, officeStyle, Stack, Text, Row } from '../../ui'
import { officialPath } from '../government'
import { money, percentInWords } from './bank-words'
import classes from './SalaryNotes.module.css'
import type { BankData, Position } from './use-bank'

const elected = bankOffices.filter((office) => electedRoles.includes(office))

/** What each office is paid, a note of its own denomination for each. */
export function SalaryNotes({ bank }: { bank: BankData }) {
  const paid = new Set(bank.positions.map(({ office }) => office))
  const unpaid = elected.filter((office) => !paid.has(office))
  return (
    <Salaries>
      <ul className={classes.notes}>
        {bank.positions.map((position) => (
          <li key={position.office}>
            <SalaryNote position={position} />
          </li>
        ))}
      </ul>
      {unpaid.length > 0 && (
        <Text tone="soft">
          {unpaid.map(officeTitle).join(', ')} {unpaid.length === 1 ? 'gets' : 'get'} no part of the present budget.
        </Text>
      )}
    </Salaries>
  )
}

/** What is said above the notes. */
function Salaries({ children }: { children: ReactNode }) {
  return (
    <Stack aria-labelledby="salaries" as="section" gap={5}>
      <Stack gap={2}>
        <Text id="salaries" as="h2" step={3}>
          Salaries by position
        </Text>
        <Text tone="soft">
          For a whole cycle. An official who holds an office for a part of it is paid for that part, by the millisecond.
        </Text>
      </Stack>
      {children}
    </Stack>
  )
}

/** The notes while their amounts are loaded: which offices there are is known. */
export function SalaryNotesSkeleton() {
  return (
    <Salaries>
      <Loading label="Loading the bank" className={classes.notes}>
        {elected.map((office) => (
          <Stack key={office} pad={[4, 5]} top stage className={classes.note} style={officeStyle(office)}>
            <NoteFront office={office} title={officeTitle(office)} />
            <div className={classes.amount}>
              <Skeleton width="4.5em" height="1.1em" />
            </div>
            <div className={classes.percent}>
              <Skeleton width="5.5em" />
            </div>
            <Row nowrap gap={3} align="center" className={classes.holder}>
              <Skeleton width={40} height={40} round />
              <div className={classes.name}>
                <Skeleton width="7rem" />
              </div>
            </Row>
          </Stack>
        ))}
      </Loading>
    </Salaries>
  )
}

/** What an office's note shows, independent of its holder: engraving, numeral, title. */
function NoteFront({
  office,
  title,
  heading: Title = 'p',
}: {
  office: Position['office']
  title: string
  heading?: 'h3' | 'p'
}) {
  return (
    <>
      <LineWork seed={`salary of ${office}`} kind="band" className={classes.band} />
      <Text as="span" tone="office" face="display" className={classes.numeral} aria-hidden="true">
        {officeLooks[office].numeral}
      </Text>
      <Title className={classes.title}>{title}</Title>
    </>
  )
}

function SalaryNote({ position: { office, title, percent, amountCents, holder } }: { position: Position }) {
  return (
    <Stack
      as="article"
      pad={[4, 5]}
      top
      stage
      className={classes.note}
      style={officeStyle(office)}
      data-vacant={holder ? undefined : ''}
      aria-label={title}
    >
      <NoteFront office={office} title={title} heading="h3" />
      <p className={classes.amount}>{money(amountCents)}</p>
      <p className={classes.percent}>{percentInWords(percent)} of the budget</p>
      <Row nowrap gap={3} align="center" className={classes.holder}>
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
      </Row>
    </Stack>
  )
}
