import { presidentialSeat, sumOfPercent } from '@nation/domain/bank'
import { useMemo } from 'react'
import { officeLooks, officeStyle, rosette, Strands } from '../../ui'
import { money, percentInWords } from './bank-words'
import { onCircle, slicePath, slicesOf } from './coin'
import classes from './Distribution.module.css'
import type { BankData, Position } from './use-bank'

/** How the budget is given out: as a coin that is cut by offices, and as the table that says the same. */
export function Distribution({ bank }: { bank: BankData }) {
  return (
    <section aria-labelledby="distribution" className={classes.section}>
      <h2 id="distribution" className={classes.heading}>
        Distribution summary
      </h2>
      <div className={classes.parts}>
        <Coin positions={bank.positions} />
        <DistributionTable bank={bank} />
      </div>
    </section>
  )
}

function Coin({ positions }: { positions: readonly Position[] }) {
  const engraving = useMemo(() => rosette('the budget', 88), [])
  return (
    <svg viewBox="-112 -112 224 224" className={classes.coin} aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" className={classes.weave}>
        <Strands engraving={engraving} />
      </g>
      {slicesOf(positions).map(({ item, from, to }) => {
        const [x, y] = onCircle(80, (from + to) / 2)
        return (
          <g key={item.office} style={officeStyle(item.office)} data-vacant={item.holder ? undefined : ''}>
            <path d={slicePath(56, 104, from, to)} className={classes.slice} />
            <path d={slicePath(106, 109, from, to)} className={classes.rim} />
            {to - from > 12 && (
              <text x={x} y={y} className={classes.mark} dominantBaseline="central" textAnchor="middle">
                {officeLooks[item.office].numeral}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

function DistributionTable({ bank }: { bank: BankData }) {
  const { positions } = bank
  const groups = [
    { name: 'Presidential seat', of: positions.filter(({ office }) => presidentialSeat.includes(office)) },
    { name: 'Ministries', of: positions.filter(({ office }) => !presidentialSeat.includes(office)) },
  ].filter(({ of }) => of.length > 0)
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">What each office gets of the budget of a cycle</caption>
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col" className={classes.number}>
            Percent
          </th>
          <th scope="col" className={classes.number}>
            Amount
          </th>
        </tr>
      </thead>
      {groups.map(({ name, of }) => (
        <tbody key={name}>
          {of.map(({ office, title, percent, amountCents }) => (
            <tr key={office} style={officeStyle(office)}>
              <th scope="row">
                <span className={classes.swatch} aria-hidden="true">
                  {officeLooks[office].numeral}
                </span>
                {title}
              </th>
              <td className={classes.number}>{percentInWords(percent)}</td>
              <td className={classes.number}>{money(amountCents)}</td>
            </tr>
          ))}
          <tr className={classes.sum}>
            <th scope="row">{name}</th>
            <td className={classes.number}>{percentInWords(sumOf(of))}</td>
            <td className={classes.number}>
              {money(String(of.reduce((sum, one) => sum + Number(one.amountCents), 0)))}
            </td>
          </tr>
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className={classes.number}>{percentInWords(sumOf(positions))}</td>
          <td className={classes.number}>{money(bank.totalSalariesCents)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const sumOf = (positions: readonly Position[]): number =>
  sumOfPercent(Object.fromEntries(positions.map(({ office, percent }) => [office, percent])))
