import { presidentialSeat, sumOfPercent } from '@nation/domain/bank'
import { useMemo } from 'react'
import { officeLooks, officeStyle, rosette, Strands, Stack, Text } from '../../ui'
import { money, percentInWords } from './bank-words'
import { onCircle, slicePath, slicesOf } from './coin'
import { Table } from '../../ui/kit/Table'
import classes from './Distribution.module.css'
import type { BankData, Position } from './use-bank'

/** How the budget is given out: as a coin that is cut by offices, and as the table that says the same. */
export function Distribution({ bank }: { bank: BankData }) {
  return (
    <Stack aria-labelledby="distribution" as="section" gap={5} top>
      <Text id="distribution" as="h2" step={3}>
        Distribution summary
      </Text>
      <Stack gap={[5, 6]} align="center" className={classes.parts}>
        <Coin positions={bank.positions} />
        <DistributionTable bank={bank} />
      </Stack>
    </Stack>
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
    <Table caption="What each office gets of the budget of a cycle" hideCaption className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col" data-number>
            Percent
          </th>
          <th scope="col" data-number>
            Amount
          </th>
        </tr>
      </thead>
      {groups.map(({ name, of }) => (
        <tbody key={name}>
          {of.map(({ office, title, percent, amountCents }) => (
            <tr key={office} style={officeStyle(office)}>
              <th scope="row">
                <Text as="span" step={-2} face="display" className={classes.swatch} aria-hidden="true">
                  {officeLooks[office].numeral}
                </Text>
                {title}
              </th>
              <td data-number>{percentInWords(percent)}</td>
              <td data-number>{money(amountCents)}</td>
            </tr>
          ))}
          <tr className={classes.sum}>
            <th scope="row">{name}</th>
            <td data-number>{percentInWords(sumOf(of))}</td>
            <td data-number>{money(String(of.reduce((sum, one) => sum + Number(one.amountCents), 0)))}</td>
          </tr>
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td data-number>{percentInWords(sumOf(positions))}</td>
          <td data-number>{money(bank.totalSalariesCents)}</td>
        </tr>
      </tfoot>
    </Table>
  )
}

const sumOf = (positions: readonly Position[]): number =>
  sumOfPercent(Object.fromEntries(positions.map(({ office, percent }) => [office, percent])))
