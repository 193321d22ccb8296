import { electionName } from '../formats'

export const siteName = 'Nation'

/** What the home page is called; every other page is called after itself, and then the nation. */
const homeTitle = 'Nation: a government elected every week'

/** What each page is called, by its path; `:id` stands for one part. There are no other pages. */
export const titles = {
  '/': homeTitle,
  '/rules': 'Constitution',
  '/participation': 'Participation',
  '/gov-staff': 'Government Staff',
  '/gov-official/:id': 'Official',
  '/office/:id': 'Office',
  '/elections': 'Elections',
  '/elections/create-profile': 'Run for Office',
  '/elections/edit-profile': 'Edit Profile',
  '/elections/edit-profile/:id': 'Edit Profile',
  '/elections/ballot/done': 'Your Choices',
  '/elections/ballot/:id': 'Ballot',
  '/elections/candidate/:id': 'Candidate',
  '/elections/results/:id': 'Results',
  '/vote': 'Vote Hub',
  '/gazette': 'Gazette',
  '/gazette/:id': 'Gazette Entry',
  '/bank': 'Bank',
  '/profile': 'Citizen ID',
  '/citizen/:id': 'Citizen',
  '/interviews': 'Interviews',
  '/interviews/:id': 'Interview',
  '/messenger': 'Messenger',
  '/messenger/reports': 'Reports',
  '/messenger/:id': 'Group Chat',
  '/messenger/c/:id': 'Direct Messages',
  '/government': 'Government',
  '/admin': 'Administration',
} as const

export type PagePattern = keyof typeof titles

/** What an address is called that leads nowhere. */
export const notFoundTitle = 'Page not found'

const patterns = Object.keys(titles).map((pattern) => ({ pattern: pattern as PagePattern, parts: pattern.split('/') }))

export interface FoundPattern {
  /** The pattern that the path follows, such as `/elections/candidate/:id`. */
  readonly pattern: PagePattern
  /** What stands where the pattern says `:id`. */
  readonly id: string | null
}

/** The page at a path, or null where there is none. A slash at the end makes no difference. */
export function patternAt(path: string): FoundPattern | null {
  const parts = path.replace(/(?<=[^/])\/$/, '').split('/')
  for (const { pattern, parts: wanted } of patterns) {
    if (wanted.length !== parts.length) continue
    if (!wanted.every((part, index) => (part === ':id' ? parts[index] !== '' : part === parts[index]))) continue
    return { pattern, id: parts[wanted.indexOf(':id')] ?? null }
  }
  return null
}

/** What the page at a path is called, before it is known about whom it is. */
export function titleAt(path: string): string {
  const found = patternAt(path)
  return found ? titles[found.pattern] : notFoundTitle
}

/** A page's name as a browser's tab shows it: 'Elections · Nation'. */
export const titleInTab = (title: string): string => (title === homeTitle ? title : `${title} · ${siteName}`)

/** The page of a candidate: who, and for which office. */
export const candidateTitle = (candidate: { displayName: string; won: boolean; positionTitle: string }): string =>
  `${candidate.displayName}, ${candidate.won ? 'elected' : 'candidate for'} ${candidate.positionTitle}`

/** The page of an official, seated or former. */
export const officialTitle = (official: { username: string; status: string; position: string }): string =>
  `${official.username}, ${officeInWords(official)}`

/** The public page of a citizen. */
export const citizenTitle = (citizen: { username: string; number: string }): string =>
  `${citizen.username}, citizen No. ${citizen.number}`

/** The page of an office and its holders. */
export const officePageTitle = (title: string): string => `${title}: all who held the office`

/** The page of an election's count: its results, the standings until they are final, or that it was cancelled. */
export function resultsTitle({ election, final }: Count): string {
  const name = electionName(election.startsAt)
  if (election.cancelled) return `Cancelled election of ${name}`
  return `${final ? 'Results' : 'Standings'} of ${name}`
}

interface Count {
  readonly election: { readonly startsAt: number; readonly cancelled: object | null }
  readonly final: boolean
}

/** The page of an entry of the gazette. */
export const entryTitle = (number: number): string => `Gazette No. ${number}`

/** The office that a citizen holds or held. */
export const officeInWords = ({ status, position }: { status: string; position: string }): string =>
  status === 'ACTIVE' ? position : `formerly ${position}`
