import { siteName, titleInTab } from '@nation/domain/pages'
import { cleanLine, withoutEnd } from '@nation/domain/text'

/** What the head of one page says. All of it is text: nothing is markup until it is written here. */
export interface Head {
  /** Without the site's name. */
  readonly title: string
  readonly description: string
  /** The page's own address, without what follows a question mark. */
  readonly url: string
  /** An address of this site, of a picture of 1200 by 630. */
  readonly picture: { readonly url: string; readonly alt: string }
  readonly type: 'website' | 'profile'
  /** Whether search engines may list it. */
  readonly listed: boolean
}

/** Where the built page keeps its head, to be replaced by the one of the page that was asked for. */
const PLACE = /<!--head-->[\s\S]*?<!--\/head-->/

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text, escaped for attributes and between tags. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** One line of at most so many characters, cut at a word. */
export function shorten(text: string, length: number): string {
  const line = cleanLine(text)
  if (line.length <= length) return line
  const cut = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')
  const word = cut.lastIndexOf(' ')
  return `${withoutEnd(word > length / 2 ? cut.slice(0, word) : cut, ' ,.;:')}…`
}

/** The page with its head. A page without a place for it is left as it is. */
export function withHead(page: string, head: Head, links: readonly SocialLink[]): string {
  return page.replace(PLACE, () => write(head, links))
}

/** Where else the nation is found. */
export interface SocialLink {
  readonly name: string
  readonly url: string
}

function write(head: Head, links: readonly SocialLink[]): string {
  const title = shorten(titleInTab(head.title), 90)
  const description = shorten(head.description, 200)
  const meta = (kind: 'name' | 'property', name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(head.url)}" />`,
    ...(head.listed ? [] : [meta('name', 'robots', 'noindex')]),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', head.type),
    meta('property', 'og:title', shorten(head.title, 90)),
    meta('property', 'og:description', description),
    meta('property', 'og:url', head.url),
    meta('property', 'og:image', head.picture.url),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', shorten(head.picture.alt, 120)),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(links.length > 0 ? [meta('name', 'nation:links', JSON.stringify(links))] : []),
  ].join('\n    ')
}
