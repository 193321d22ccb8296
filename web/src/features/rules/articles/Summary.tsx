import type { ReactNode } from 'react'
import { money, numbers, offices, tiers, useCandidacyNeeds, week } from '../facts'
import { Columns, Text } from '../../../ui'
import classes from './Summary.module.css'

/** The whole constitution on one card: each figure with what it means. */
export function Summary() {
  const needs = useCandidacyNeeds()
  return (
    <>
      <Text step={2} face="label" className={classes.lead}>
        The citizens of Nation elect a government of {offices.count} every week. It serves until the next election ends,
        as a rule {week.days} days, and all its seats are up for election again.
      </Text>
      <Columns as="dl" narrowest="15rem" className={classes.figures}>
        <Figure term="Offices" figure={numbers.offices}>
          elected at once, by one vote for each of them. Who wins is seated at the election’s end, as a rule on{' '}
          {week.opens}.
        </Figure>
        <Figure term="Weight of a vote" figure={`${tiers[0]?.weight} – ${tiers.at(-1)?.weight}`}>
          Everybody’s vote counts; holding $ON gives it more weight. A vote can be changed until the position’s phase
          closes; then it is final.
        </Figure>
        <Figure term="To vote" figure={numbers.accountMonths} unit="months">
          The age that your X account must have reached. No wallet and no $ON is needed.
        </Figure>
        <Figure term="To stand, followers" figure={needs.followers}>
          followers on X at the moment you stand.
        </Figure>
        <Figure term="To stand, holdings" figure={needs.candidacyFigure} unit="$ON">
          in the wallet that you have linked.
        </Figure>
        <Figure term="Operations and government" figure={`${money.operations} + ${money.government}`}>
          of the developer wallet’s share. The government’s half is the budget that salaries are paid from, every{' '}
          {money.cycle} days.
        </Figure>
      </Columns>
      <Text tone="soft">
        The code of conduct binds everybody alike. The {offices.ofMarketing} enforces it, with measures from a warning
        to permanent exclusion.
      </Text>
    </>
  )
}

function Figure({
  term,
  figure,
  unit,
  children,
}: {
  term: string
  figure: string
  unit?: string
  children: ReactNode
}) {
  return (
    <div className={classes.figure}>
      <dt>{term}</dt>
      <Text as="dd" tone="state" step={3} figures face="display" className={classes.number}>
        {figure}
        {unit && <small> {unit}</small>}
      </Text>
      <Text as="dd" step={-1}>
        {children}
      </Text>
    </div>
  )
}
