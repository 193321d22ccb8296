import { governmentRoles, type GovernmentRole } from '../permissions'
import { roleOfPosition } from '../elections'
import { dollars, inFull, instantInWords } from '../formats'
import { broadcast, by, election, listed, office, person, poll, removal, say, type Sentence } from '../gazette'
import type { FactsOf, GazetteTable } from './table'

const promised = 'What became of promises is told on the page of the official who made them.'
const votes = 'Nothing of voting enters the gazette.'
const candidacies = 'Candidacies have pages of their own; they are no act of the government.'
const interviews = 'What citizens are asked has pages of its own.'
const token = 'The notice of the token’s version tells it.'

/**
 * Which journal entries appear in the gazette, and how. A public event without a line here does not compile. A kind that was left
 * out may become an entry later: it then appears from that version on, and no entry gets another number.
 */
export const gazetteTable: GazetteTable = {
  // government
  'government.appointed': {
    kind: 'appointments',
    say: (facts, { actor }) =>
      say`${person(facts.userId)} was appointed to the office of ${office(facts.office)}${by(actor)}.`,
  },
  'government.removed': {
    kind: 'removals',
    say: (facts, { actor }) =>
      actor === null || actor === facts.userId
        ? say`${person(facts.userId)} left the office of ${office(facts.office)}.`
        : say`${person(facts.userId)} was removed from the office of ${office(facts.office)}${by(actor)}.`,
  },
  'government.resigned': {
    kind: 'resignations',
    say: (facts) => say`${person(facts.userId)} resigned from the office of ${office(facts.office)}.`,
  },
  'government.promise-set': { leftOut: promised },
  'government.seated': { kind: 'elections', say: seated },

  // elections
  'elections.planned': {
    kind: 'elections',
    say: ({ startsAt, endsAt, electionId }, { actor }) =>
      say`${election(electionId)} was put into the calendar${by(actor)}: from ${instantInWords(startsAt)}, to ${instantInWords(endsAt)}.`,
  },
  'elections.cancelled': {
    kind: 'elections',
    say: ({ startsAt, reason }, { actor }) =>
      say`The election that was to open on ${instantInWords(startsAt)} was cancelled${by(actor)}${reason ? `: ${quoted(reason)}` : ''}.`,
  },
  'elections.opened': {
    kind: 'elections',
    say: ({ electionId, endsAt }) => say`${election(electionId)} opened. It closes on ${instantInWords(endsAt)}.`,
  },
  'elections.phase-closed': {
    kind: 'elections',
    say: ({ electionId }) => say`The first phase of ${election(electionId)} closed.`,
  },
  'elections.counted': {
    kind: 'elections',
    say: ({ electionId }) => say`${election(electionId)} closed, and its results were published.`,
  },
  'elections.completed': { leftOut: 'The entries of the count and of the seating tell it.' },
  'elections.roll-read': { leftOut: 'The election’s own page tells how its roll was read.' },
  'elections.tally-changed': { leftOut: votes },
  'candidates.stood': { leftOut: candidacies },
  'candidates.updated': { leftOut: candidacies },
  'candidates.withdrawn': { leftOut: votes },
  'candidates.removed': {
    kind: 'removals',
    say: ({ electionId, position, userId }, { actor, subject }) =>
      say`The candidacy of ${person(userId)} for the office of ${office(roleOfPosition(position))} in ${election(electionId)} was removed${by(actor)}: ${removal(subject ?? '')}.`,
  },

  // polls
  'polls.created': {
    kind: 'polls',
    say: ({ pollId }, { actor }) => say`A poll was opened${by(actor)}: ${poll(pollId)}.`,
  },
  'polls.closed': {
    kind: 'polls',
    say: ({ pollId }, { actor }) => say`A poll was closed${by(actor)}: ${poll(pollId)}.`,
  },
  'polls.deleted': { kind: 'polls', say: (_, { actor }) => say`A poll was taken down${by(actor)}.` },
  'polls.updated': { leftOut: 'The poll’s own log tells its changes.' },
  'polls.tally-changed': { leftOut: votes },

  // the bank
  'bank.total-changed': {
    kind: 'bank',
    say: ({ totalCents }, { actor }) =>
      say`The salaries of one cycle were set to ${money(totalCents)} in all${by(actor)}.`,
  },
  'bank.percentages-changed': {
    kind: 'bank',
    say: ({ percentages }, { actor }) =>
      say`The shares of the salaries were set${by(actor)}: ${listed(sharesIn(percentages))}.`,
  },
  'bank.cycle-started': {
    kind: 'bank',
    say: ({ cycle, dueAt }, { actor }) =>
      say`Cycle ${String(cycle)} of the salaries was started${by(actor)}. It is due on ${instantInWords(dueAt)}.`,
  },
  'bank.cycle-paid': {
    kind: 'bank',
    say: (paid) =>
      say`The salaries of cycle ${String(paid.number)} were recorded: ${dollars(paid.paidCents)} in ${counted(paid.payments, 'payment')}${paid.vacantCents > 0 ? `; ${dollars(paid.vacantCents)} of vacant offices stayed in the treasury` : ''}.`,
  },
  'bank.payments-settled': {
    kind: 'bank',
    say: ({ payments, amountCents, salary }, { actor }) =>
      payments === 1
        ? say`A salary of ${money(amountCents)}${salary ? say` for the office of ${office(salary.office)} in cycle ${String(salary.cycle)}` : ''} was marked as paid${by(actor)}.`
        : say`${String(payments)} salaries of ${money(amountCents)} in all were marked as paid${by(actor)}.`,
  },
  'bank.funding-recorded': {
    kind: 'bank',
    say: (funding, { actor }) =>
      say`${money(funding.amountCents)} came into the bank, recorded${by(actor)}: ${money(funding.governmentCents)} for the government, ${money(funding.operationsCents)} for operations.`,
  },
  'bank.books-checked': { leftOut: 'Each night alike; the bank’s own page tells it.' },

  // the nation
  'system.feature-switched': {
    kind: 'switches',
    say: ({ feature, enabled }, { actor }) =>
      say`${partOfTheNation(feature)} switched ${enabled ? 'on' : 'off'}${by(actor)}.`,
  },
  'system.limit-changed': {
    kind: 'switches',
    say: ({ limit, from, to }, { actor }) =>
      say`${limitOfTheNation(limit)} went from ${inFull(from)} to ${inFull(to)}${by(actor)}.`,
  },
  'system.links-changed': { leftOut: 'The foot of every page shows them; the audit tells who changed them.' },
  'broadcasts.created': {
    kind: 'broadcasts',
    say: (_, { actor, subject }) => say`A message went out to all citizens${by(actor)}: ${broadcast(subject ?? '')}.`,
  },
  'broadcasts.ended': { leftOut: 'It ends as it was announced.' },
  'broadcasts.deleted': {
    kind: 'broadcasts',
    say: (_, { actor }) => say`A message was taken off the air${by(actor)}.`,
  },
  'gazette.published': { leftOut: 'It tells of the gazette’s own entries.' },
  'citizens.joined': { leftOut: 'Citizens are no act of the government.' },
  'citizens.left': { leftOut: 'Who leaves is told nowhere.' },
  'token.version-changed': { leftOut: token },
  'token.balances-voided': { leftOut: token },
  'token.balances-read': { leftOut: token },
  'interviews.created': { leftOut: interviews },
  'interviews.opened': { leftOut: interviews },
  'interviews.closed': { leftOut: interviews },
  'interviews.deleted': { leftOut: interviews },
}

function seated({ electionId, seats, vacant }: FactsOf<'government.seated'>): Sentence {
  const holders = listed(seats.map((seat) => say`${person(seat.userId, seat.office)} as ${office(seat.office)}`))
  const empty = listed(vacant.map((one) => [office(one)]))
  const took =
    seats.length > 0 ? say`The government of ${election(electionId)} took office: ${holders}.` : noOffice(electionId)
  if (vacant.length === 0) return took
  return say`${took} Vacant: ${empty}.`
}

const noOffice = (electionId: string): Sentence => say`${election(electionId)} filled no office.`

const quoted = (text: string): string => `“${text}”`
const money = (cents: string): string => dollars(BigInt(cents))
const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`

const isOffice = (name: string): name is GovernmentRole => governmentRoles.some((role) => role === name)

function sharesIn(percentages: Readonly<Record<string, number>>): Sentence[] {
  return Object.entries(percentages).map(([name, percent]) =>
    isOffice(name) ? say`${office(name)} ${String(percent)} %` : [`${name} ${percent} %`],
  )
}

const parts: Readonly<Record<string, string>> = {
  elections: 'Elections were',
  voting: 'Voting was',
  admin: 'The panel of administrators was',
}

const limits: Readonly<Record<string, string>> = {
  minFollowers: 'The followers on X that a candidacy needs',
  candidacyTokens: 'The $ON that a candidacy needs',
}

/** A limit of a later version is called by its own name. */
const limitOfTheNation = (limit: string): string => limits[limit] ?? `The limit ${quoted(limit)}`

const partOfTheNation = (feature: string): string => parts[feature] ?? `The part ${quoted(feature)} was`
