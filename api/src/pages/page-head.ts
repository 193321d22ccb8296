import { isPageNumber } from '@nation/domain/citizens'
import type { CallAnswer } from '@nation/domain/contract'
import { governmentRoles, messengerGroups } from '@nation/domain/permissions'
import { isPositionId, officeTitle } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import {
  candidateTitle,
  citizenTitle,
  entryTitle,
  descriptions,
  notFoundDescription,
  notFoundTitle,
  officeInWords,
  officePageTitle,
  officialTitle,
  patternAt,
  resultsTitle,
  titles,
  type FoundPattern,
  type PagePattern,
} from '@nation/domain/pages'
import { electionName } from '@nation/domain/formats'
import { citizenPageHead } from '@nation/core/participation'
import { read } from '@nation/core/platform'
import { candidateRead, resultsRead } from '../elections'
import { gazetteEntryRead } from '../gazette'
import { officeRead, officialRead } from '../government'
import { interviewRead } from '../interviews'
import { networkLimit, singleFlight, type Deps } from '../frame'
import type { Head } from './head'
import { candidateShare, citizenShare, officialShare, readDay, sharePath, todaysId, weekShare } from '../link-pictures'

/** The texts of a page about a citizen or a week. */
type OwnWords = Pick<Head, 'title' | 'description' | 'type'> & { readonly picture: Head['picture'] | null }

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

/** Offices are named by their role, on the ballot by their position, groups of the messenger by their name, entries of the gazette by their number, all others by their public id. */
function mayBe(pattern: PagePattern, id: string): boolean {
  if (pattern === '/office/:id') return governmentRoles.some((role) => role === id)
  if (pattern === '/elections/ballot/:id') return isPositionId(id)
  if (pattern === '/messenger/:id') return messengerGroups.some((group) => group === id)
  if (pattern === '/citizen/:id') return isPageNumber(id.toUpperCase())
  return pattern === '/gazette/:id' ? isNumber(id) : isId(id)
}

/** Pages whose ids are a short list of our own. */
const ofFewIds: ReadonlySet<PagePattern> = new Set(['/office/:id', '/elections/ballot/:id', '/messenger/:id'])

/** The head of a page, and whether there is such a page at all. */
export interface PageHead {
  readonly found: boolean
  readonly head: Head
}

/**
 * Says what the head of a path is. Candidates, officials, citizens, interviews and results have their own names and words, and most of them their own picture; the home page has that of the day. When the database
 * does not answer, the page's general words stand in: a page is never missing for want of a head.
 */
export function createPageHeads(deps: Deps): (path: string, address: string) => Promise<PageHead> {
  const { origin } = deps.config
  const nationsPicture = { url: `${origin}/og.jpg`, alt: 'The seal of Nation' }
  const nowhere: Head = {
    title: notFoundTitle,
    description: notFoundDescription,
    url: `${origin}/`,
    picture: nationsPicture,
    type: 'website',
    listed: false,
  }
  const day = singleFlight<OwnWords>(dayForMs)
  return async (path, address) => {
    const page = patternAt(path)
    if (!page || (page.id !== null && !mayBe(page.pattern, page.id))) return { found: false, head: nowhere }
    const { pattern, id } = page
    const pageWords = id === null ? await wordsOf(page) : await countedWords(page, deps, address)
    const isKnown = pageWords !== 'missing' && pageWords !== null
    const head: Head = {
      title: titles[pattern],
      description: descriptions[pattern],
      type: 'website',
      ...(isKnown && pageWords),
      // Pages of ids that nothing is known of are all one page, which is compressed once.
      url:
        isKnown || id === null || ofFewIds.has(pattern) ? `${origin}${pattern.replace(':id', id ?? '')}` : `${origin}/`,
      picture: (isKnown && pageWords.picture) || nationsPicture,
      listed: id === null || isKnown,
    }
    return { found: pageWords !== 'missing', head }
  }

  /** The front door is asked for most: what stands there of the day may be some seconds old, as the picture itself never is. */
  async function wordsOf(page: FoundPattern): Promise<OwnWords | 'missing' | null> {
    if (page.pattern !== '/') return null
    return day('', () => homesWords(deps)).catch(() => null)
  }
}

/** For so long the home page's head names the same picture. */
const dayForMs = 10_000

async function homesWords(deps: Deps): Promise<OwnWords> {
  const share = await readDay(deps)
  return {
    title: titles['/'],
    description: descriptions['/'],
    type: 'website',
    picture: drawnAt(deps, sharePath('day', todaysId, share), share.title),
  }
}

/** As many as `citizens.page` tells a caller. */
const citizensHeads = networkLimit('citizen-heads', { points: 60, seconds: 60 })

/** As many as a call without a limit of its own tells a caller. */
const otherHeads = networkLimit('page-heads', { points: 600, seconds: 60 })

/**
 * Of more pages about somebody or something than that, a network reads the general words, whether there is such a page or not: the
 * heads of pages are no way around the limits of the calls behind them.
 */
async function countedWords(page: FoundPattern, deps: Deps, address: string): Promise<OwnWords | 'missing' | null> {
  const count = page.pattern === '/citizen/:id' ? citizensHeads : otherHeads
  try {
    await count(deps, address)
  } catch (error) {
    if (error instanceof NationError) return null
    throw error
  }
  return ownWords(page, deps)
}

/** The texts of a page about a citizen or a week; null where they cannot be read now. */
async function ownWords({ pattern, id }: FoundPattern, deps: Deps): Promise<OwnWords | 'missing' | null> {
  const readWords = readers[pattern]
  if (!readWords || id === null) return null
  try {
    return await readWords(id, deps)
  } catch (error) {
    if (error instanceof NationError && error.status === 404) return 'missing'
    // No database: the page itself says so.
    return null
  }
}

const readers: Readonly<Partial<Record<PagePattern, (id: string, deps: Deps) => Promise<OwnWords>>>> = {
  async '/office/:id'(id, deps) {
    const office = governmentRoles.find((role) => role === id) ?? 'president'
    const { terms } = await officeRead.forVisitors(deps, { office, limit: 1 })
    const holder = terms.find(({ endedAt }) => endedAt === null)
    const now = holder ? `${holder.username} holds it now.` : 'It is vacant now.'
    const title = officeTitle(office)
    return {
      title: officePageTitle(title),
      description: `Everybody who held the office ${title} in Nation. ${now}`,
      type: 'website',
      picture: null,
    }
  },
  async '/elections/candidate/:id'(candidateId, deps) {
    const { candidate } = await candidateRead.forVisitors(deps, { candidateId })
    const { displayName, campaignSlogan, bio } = candidate
    return {
      title: candidateTitle(candidate),
      description: [campaignSlogan, bio].filter(Boolean).join('. '),
      type: 'profile',
      picture: drawnAt(
        deps,
        sharePath('candidate', candidateId, candidateShare(candidate, deps.runtime.clock.now())),
        displayName,
      ),
    }
  },
  // Read anew each time: the head of a closed page is not cached.
  async '/citizen/:id'(given, deps) {
    const number = given.toUpperCase()
    const page = await read(deps.runtime, null, (ctx) => citizenPageHead(ctx, number))
    return {
      title: citizenTitle(page),
      description: `${page.username} is a citizen of Nation.`,
      type: 'profile',
      picture: drawnAt(deps, sharePath('citizen', number, citizenShare(page)), page.username),
    }
  },
  async '/elections/results/:id'(electionId, deps) {
    const results = await resultsRead.forVisitors(deps, { electionId })
    const share = weekShare(results, deps.runtime.clock.now())
    return {
      title: resultsTitle(results),
      description: howFarCounted(results),
      type: 'website',
      picture: share && drawnAt(deps, sharePath('results', electionId, share), share.title),
    }
  },
  async '/interviews/:id'(interviewId, deps) {
    const { interview } = await interviewRead.forVisitors(deps, { interviewId })
    return { title: interview.title, description: interview.description, type: 'website', picture: null }
  },
  async '/gazette/:id'(number, deps) {
    const { entry } = await gazetteEntryRead.forVisitors(deps, { number: Number(number) })
    return { title: entryTitle(entry.number), description: entry.text, type: 'website', picture: null }
  },
  async '/gov-official/:id'(id, deps) {
    const { official } = await officialRead.forVisitors(deps, { id })
    const { username, campaign } = official
    return {
      title: officialTitle(official),
      description: campaign?.vision || `${username} is ${officeInWords(official)} of Nation.`,
      type: 'profile',
      picture: drawnAt(deps, sharePath('official', id, officialShare(official)), username),
    }
  },
}

/** What the page of an election's count says, as far as the count is. */
function howFarCounted({ election: { startsAt, cancelled }, final }: CallAnswer<'elections.results'>): string {
  const election = electionName(startsAt)
  if (cancelled) return `The election of ${election} was cancelled before it opened: ${cancelled.reason}`
  return final
    ? `How Nation voted in the election of ${election}: every office, its winner, and the rule that decided.`
    : `How the candidates stand in the election of ${election}: every office and its votes so far. The count is not final.`
}

/** A picture that is drawn of a citizen or of a week. */
const drawnAt = (deps: Deps, path: string, alt: string): Head['picture'] => ({
  url: `${deps.config.origin}${path}`,
  alt,
})
