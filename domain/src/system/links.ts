import { isHttpsAddress } from '../formats'

/** How many links the foot of every page may have, and how long their parts may be, in characters. */
export const linkLimits = { count: 12, name: 24, url: 300 } as const

/** Where else the nation is found. */
export interface SocialLink {
  readonly name: string
  readonly url: string
}

/** What is wrong with a list of links, field by field, by the names that forms and answers use; null where nothing is. */
export function problemsOfLinks(links: readonly SocialLink[]): Readonly<Record<string, string>> | null {
  const problems: Record<string, string> = {}
  links.forEach(({ name, url }, index) => {
    const earlier = links.slice(0, index)
    if (name.trim() === '') problems[`links.${index}.name`] = 'Please give the link a name.'
    else if (earlier.some((one) => one.name.trim().toLowerCase() === name.trim().toLowerCase()))
      problems[`links.${index}.name`] = 'Another link has this name.'
    if (!isHttpsAddress(url.trim()))
      problems[`links.${index}.url`] = 'Please give an address that begins with https://.'
    else if (earlier.some((one) => one.url.trim() === url.trim()))
      problems[`links.${index}.url`] = 'Another link has this address.'
  })
  return Object.keys(problems).length === 0 ? null : problems
}
