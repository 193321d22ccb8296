import { pageAt, type FoundPage } from '@nation/domain/pages'
import { getCandidate } from '@nation/core/elections'
import { getOfficial } from '@nation/core/government'
import { read } from '@nation/core/platform'
import type { Deps } from './deps'
import type { Head } from './head'
import { singleFlight } from './single-flight'

/** What a page about somebody says of its own. */
type OwnWords = Pick<Head, 'title' | 'description' | 'type'> & { readonly picture: Head['picture'] | null }

/** A head that was read stays good for this long: crawlers come in flocks. */
const FRESH_MS = 5_000

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Says what the head of a path is. Candidates and officials have their own names, words and pictures. When the database
 * does not answer, the page's general words stand in: a page is never missing for want of a head.
 */
export function createPageHeads(deps: Deps): (path: string) => Promise<Head> {
  const flights = singleFlight<OwnWords | null>(FRESH_MS)
  const { origin } = deps.config
  const nationsPicture = { url: `${origin}/og.jpg`, alt: 'The seal of Nation', wide: true }
  return async (path) => {
    const page = pageAt(path)
    if (!page) {
      const words = { title: 'Page not found', description: 'There is no place of this name in the nation.' }
      return { ...words, url: `${origin}/`, picture: nationsPicture, type: 'website', listed: false }
    }
    const own = await ownWords(page, deps, flights)
    return {
      title: page.pattern === '/' ? null : page.title,
      description: page.description,
      type: 'website',
      ...own,
      url: `${origin}${page.pattern.replace(':id', page.id ?? '')}`,
      picture: own?.picture ?? nationsPicture,
      listed: own !== null || page.id === null || page.pattern === '/elections/results/:id',
    }
  }
}

async function ownWords(
  page: FoundPage,
  deps: Deps,
  flights: ReturnType<typeof singleFlight<OwnWords | null>>,
): Promise<OwnWords | null> {
  const { pattern, id } = page
  const readWords = readers[pattern]
  if (!readWords || id === null || !isId(id)) return null
  try {
    return await flights(`${pattern} ${id}`, () => readWords(id, deps))
  } catch {
    // Nobody of this id, or no database: the page itself says which.
    return null
  }
}

const readers: Readonly<Record<string, (id: string, deps: Deps) => Promise<OwnWords>>> = {
  async '/elections/candidate/:id'(candidateId, { runtime, config }) {
    const { candidate } = await read(runtime, null, (ctx) => getCandidate(ctx, { candidateId }))
    const { displayName, positionTitle, campaignSlogan, bio, bannerImage, profilePicture } = candidate
    return {
      title: `${displayName}, ${candidate.won ? 'elected' : 'candidate for'} ${positionTitle}`,
      description: [campaignSlogan, bio].filter(Boolean).join('. '),
      type: 'profile',
      picture:
        pictureAt(bannerImage, config.origin, `The banner of ${displayName}`, true) ??
        pictureAt(profilePicture, config.origin, displayName, false),
    }
  },
  async '/gov-official/:id'(id, { runtime, config }) {
    const { official } = await read(runtime, null, (ctx) => getOfficial(ctx, { id }))
    const { username, position, status, campaign, profilePicture } = official
    const office = status === 'ACTIVE' ? position : `formerly ${position}`
    return {
      title: `${username}, ${office}`,
      description: campaign?.vision || `${username} is ${office} of Nation.`,
      type: 'profile',
      picture: pictureAt(profilePicture, config.origin, username, false),
    }
  },
}

/** A picture that others may load: one of ours, or one from an https address. */
function pictureAt(url: string | null, origin: string, alt: string, wide: boolean): Head['picture'] | null {
  if (url === null || url === '') return null
  try {
    const whole = new URL(url, `${origin}/`)
    const ours = whole.origin === new URL(origin).origin
    return ours || whole.protocol === 'https:' ? { url: whole.href, alt, wide } : null
  } catch {
    return null
  }
}
