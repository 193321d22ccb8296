import { createHash } from 'node:crypto'
import { isPageNumber } from '@nation/domain/citizens'
import type { GovernmentRole } from '@nation/domain/permissions'
import type { CallOutput } from '@nation/domain/contract'
import {
  electedRoles,
  officeNumeral,
  officesInWords,
  officeTitle,
  percentInWords,
  roleOfPosition,
  votingSpan,
} from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import { dateInWords, electionName, instantInWords, weekName } from '@nation/domain/formats'
import { officeInWords } from '@nation/domain/pages'
import { citizenPageHead } from '@nation/core/participation'
import { read } from '@nation/core/platform'
import type { PersonShare, Share, WeekShare } from '@nation/core/link-pictures'
import { candidateRead, currentElectionRead, resultsRead } from '../elections'
import type { Deps } from '../frame'
import { governmentRead, officialRead } from '../government'

type Candidate = CallOutput<'candidates.get'>['candidate']
type Week = CallOutput<'elections.results'>
type Official = CallOutput<'members.get-official'>['official']
type Government = CallOutput<'members.get-government'>
type Current = CallOutput<'elections.current'>
type CitizenHead = Awaited<ReturnType<typeof citizenPageHead>>

/** What a shared picture may be of. */
export const shareKinds = ['candidate', 'official', 'citizen', 'results', 'day'] as const
export type ShareKind = (typeof shareKinds)[number]

const lookOf = (role: GovernmentRole): NonNullable<PersonShare['office']> => ({ role, numeral: officeNumeral(role) })

/** A candidate at an instant, as everybody reads them: nothing of votes while these are cast. */
export function candidateShare(candidate: Candidate, now: Date): PersonShare {
  const {
    won,
    positionTitle,
    displayName,
    twitterUsername,
    campaignSlogan,
    profilePicture,
    position,
    voting,
    cancelled,
  } = candidate
  return {
    kind: 'person',
    is: `${won ? 'Elected' : 'Candidate for'} ${positionTitle}`,
    name: displayName,
    handle: twitterUsername,
    line: campaignSlogan,
    foot: cancelled ? 'The election was cancelled' : votingInWords(voting, now.getTime()),
    office: lookOf(roleOfPosition(position)),
    picture: profilePicture,
  }
}

function votingInWords({ opensAt, closesAt }: Candidate['voting'], now: number): string {
  if (now < opensAt) return `Voting opens ${instantInWords(opensAt)}`
  return now < closesAt
    ? `Voting is open until ${instantInWords(closesAt)}`
    : `Voting closed on ${dateInWords(closesAt)}`
}

/** An official, seated or former. */
export function officialShare(official: Official): PersonShare {
  const { term, campaign } = official
  const came = `${term.how === 'elected' ? 'Elected' : 'Appointed'} on ${dateInWords(term.startedAt)}`
  return {
    kind: 'person',
    is: `${officeInWords(official)} of Nation`,
    name: official.username,
    handle: official.twitterUsername,
    line: campaign?.campaignSlogan ?? '',
    foot: term.endedAt === null ? came : `${came}, in office until ${dateInWords(term.endedAt)}`,
    office: lookOf(term.office),
    picture: official.profilePicture,
  }
}

/** A citizen whose page is open: nothing of a wallet, and nothing of votes. */
export function citizenShare(page: CitizenHead): PersonShare {
  return {
    kind: 'person',
    is: page.governmentRole === null ? 'Citizen of Nation' : `${officeTitle(page.governmentRole)} of Nation`,
    name: page.username,
    handle: page.twitterUsername,
    line: `Citizen since ${dateInWords(page.joinedAt)}`,
    foot: `No. ${page.number}`,
    office: page.governmentRole && lookOf(page.governmentRole),
    picture: page.profilePicture,
  }
}

/** Whether votes for an office are taken at an instant, and the last day on which they are, as short as a plate is wide. */
function votingOf(
  { startsAt, phaseTwoAt, endsAt }: Week['election'],
  position: Week['results'][number]['position'],
  now: Date,
): Pick<WeekShare['seats'][number], 'open' | 'note'> {
  const dates = { startsAt: new Date(startsAt), phaseTwoAt: new Date(phaseTwoAt), endsAt: new Date(endsAt) }
  const { from, to } = votingSpan(dates, position)
  if (now < from) return { open: false, note: `Opens ${dateInWords(from.getTime())}` }
  // What ends as a day begins takes no vote on that day.
  return now < to
    ? { open: true, note: `Vote until ${dateInWords(to.getTime() - 1)}` }
    : { open: false, note: 'Closed' }
}

/** The week of an election. Who won is on it only when the count is final; null for a week without votes. */
export function weekShare({ election, final, turnout, results }: Week, now: Date): WeekShare | null {
  if (election.cancelled) return null
  const dates = `${dateInWords(election.startsAt)} to ${dateInWords(election.endsAt)}`
  const seats = results.map(({ title, position, winner }) => ({
    title,
    ...votingOf(election, position, now),
    ...lookOf(roleOfPosition(position)),
    winner: winner && { name: winner.displayName, username: winner.username, picture: winner.profilePicture },
  }))
  return {
    kind: 'week',
    week: electionName(election.startsAt),
    title: final ? 'Nation has elected its government' : 'Nation elects its government',
    line: final && turnout ? `${percentInWords(turnout.percent)}% of those who could vote did` : dates,
    counted: final,
    seats: final ? seats : seats.map((seat) => ({ ...seat, winner: null })),
  }
}

/** How long a government that was elected together is called new. */
const newForMs = 86_400_000

/** The day as the home page tells visitors: who governs, and until when one votes. For a day after the count, that they were elected. */
export function dayShare({ members }: Government, { election }: Current, now: Date): WeekShare {
  const isNew = members.some(({ term }) => term.how === 'elected' && now.getTime() - term.startedAt < newForMs)
  return {
    kind: 'week',
    week: election ? electionName(election.startsAt) : weekName(now.getTime()),
    title: isNew ? 'Nation has a new government' : 'Who governs Nation',
    line: nextInWords(election),
    counted: true,
    seats: electedRoles.map((role) => {
      const holder = members.find(({ governmentRole }) => governmentRole === role)
      return {
        title: officeTitle(role),
        ...lookOf(role),
        open: false,
        note: '',
        winner: holder
          ? { name: holder.username, username: holder.twitterUsername, picture: holder.profilePicture }
          : null,
      }
    }),
  }
}

/** What comes next in an election, for the offices that it is about: those whose voting closes then, or before the opening opens. */
function nextInWords(election: Current['election']): string {
  if (!election?.nextInstant) return 'The next election is being prepared'
  const { nextInstant, positions, status } = election
  const [opens, does] = status === 'upcoming' ? [true, 'opens'] : [false, 'closes']
  const offices = positions.filter(({ opensAt, closesAt }) => (opens ? opensAt : closesAt) === nextInstant)
  const when = `${does} ${instantInWords(nextInstant)}`
  return offices.length === 0 ? `Voting ${when}` : `${officesInWords(offices)}: voting ${when}`
}

/** Reads the day as it is now. */
export const readDay = async (deps: Deps): Promise<WeekShare> =>
  dayShare(
    await governmentRead.forVisitors(deps, {}),
    await currentElectionRead.forVisitors(deps, {}),
    deps.runtime.clock.now(),
  )

/** In the address of the day's picture, in the place of an id. */
export const todaysId = 'today'

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const idIs: Readonly<Partial<Record<ShareKind, (id: string) => boolean>>> = {
  citizen: isPageNumber,
  day: (id) => id === todaysId,
}

/**
 * What is drawn of a citizen, of a week or of the day, as everybody reads it now.
 * @throws NationError `not_found` alike for what is unknown, hidden, closed or gone
 */
export async function readShare(deps: Deps, kind: ShareKind, id: string): Promise<Share> {
  if (!(idIs[kind] ?? isId)(id)) throw new NationError('not_found')
  const share = await readers[kind](deps, id)
  if (!share) throw new NationError('not_found')
  return share
}

const readers: Readonly<Record<ShareKind, (deps: Deps, id: string) => Promise<Share | null>>> = {
  candidate: async (deps, candidateId) =>
    candidateShare((await candidateRead.forVisitors(deps, { candidateId })).candidate, deps.runtime.clock.now()),
  official: async (deps, id) => officialShare((await officialRead.forVisitors(deps, { id })).official),
  // Read anew each time: no picture of a page that was closed is given.
  citizen: async (deps, number) => citizenShare(await read(deps.runtime, null, (ctx) => citizenPageHead(ctx, number))),
  results: async (deps, electionId) =>
    weekShare(await resultsRead.forVisitors(deps, { electionId }), deps.runtime.clock.now()),
  day: readDay,
}

/** Tells one drawing from another: the same facts are the same picture. */
export const editionOf = (share: Share): string =>
  createHash('sha256').update(JSON.stringify(share)).digest('base64url').slice(0, 16)

/** The address of a picture. It changes with what is drawn, because those who show it keep it by its address. */
export const sharePath = (kind: ShareKind, id: string, share: Share): string =>
  `/share/${kind}/${id}.jpg?v=${editionOf(share)}`
