import type { ComponentType } from 'react'
import { CodeOfConduct } from './articles/CodeOfConduct'
import { CorePrinciples } from './articles/CorePrinciples'
import { GovernmentSalaries } from './articles/GovernmentSalaries'
import { MembershipRequirements } from './articles/MembershipRequirements'
import { Summary } from './articles/Summary'
import { VotingPowerSystem } from './articles/VotingPowerSystem'

export interface Section {
  /** What an address says behind its `#`. */
  readonly id: string
  readonly numeral: string
  readonly title: string
  readonly brief: string
  readonly Text: ComponentType
}

/** The constitution, in its order (requirements 1.2). It opens on the summary. */
export const constitution: readonly Section[] = [
  {
    id: 'summary',
    numeral: 'In brief',
    title: 'Quick Summary',
    brief: 'All of it in a minute.',
    Text: Summary,
  },
  {
    id: 'core-principles',
    numeral: 'Article I',
    title: 'Core Principles',
    brief: 'Where power comes from, and how long it is lent.',
    Text: CorePrinciples,
  },
  {
    id: 'voting-power-system',
    numeral: 'Article II',
    title: 'Voting Power System',
    brief: 'When votes are taken, what they weigh, and who wins.',
    Text: VotingPowerSystem,
  },
  {
    id: 'membership-requirements',
    numeral: 'Article III',
    title: 'Membership Requirements',
    brief: 'What it takes to be a citizen, to vote, and to stand for office.',
    Text: MembershipRequirements,
  },
  {
    id: 'government-salaries',
    numeral: 'Article IV',
    title: 'Government Salaries',
    brief: 'Where the budget comes from, and which part each office is paid.',
    Text: GovernmentSalaries,
  },
  {
    id: 'code-of-conduct',
    numeral: 'Article V',
    title: 'Code of Conduct',
    brief: 'How citizens treat each other, and who sees to it.',
    Text: CodeOfConduct,
  },
]
