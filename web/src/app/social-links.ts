import { useCall } from '../lib/query/query'
import { useHydrated } from '../lib/use-hydrated'

interface SocialLink {
  readonly name: string
  readonly url: string
}

const isLink = (given: unknown): given is SocialLink => {
  const { name, url } = (given ?? {}) as Partial<SocialLink>
  return typeof name === 'string' && typeof url === 'string' && url.startsWith('https://')
}

let known: readonly SocialLink[] | undefined

/** Where else the nation is found, as the server wrote it into the page's head; nothing where nothing is set. */
export function readSocialLinks(page: Document = document): readonly SocialLink[] {
  try {
    const given: unknown = JSON.parse(page.querySelector('meta[name="nation:links"]')?.getAttribute('content') ?? '[]')
    return Array.isArray(given) ? given.filter(isLink) : []
  } catch {
    return []
  }
}

const none: readonly SocialLink[] = []

/** Read once: the page's head stays as it was served. */
const served = () => (known ??= readSocialLinks())

/** The same for the footer, once the served page was taken over; live, as soon as the nation has said what is set now. */
export function useSocialLinks(): readonly SocialLink[] {
  const hydrated = useHydrated()
  const { data } = useCall('system.settings', {})
  return data?.links ?? (hydrated ? served() : none)
}
