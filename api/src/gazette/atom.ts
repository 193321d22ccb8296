import { gazetteKinds, type GazetteEntryPart, type GazetteKind } from '@nation/domain/gazette'

/** What of an entry a feed tells. */
export interface FeedEntry {
  readonly number: number
  readonly kind: GazetteKind
  readonly at: number
  readonly text: string
  readonly parts: readonly GazetteEntryPart[]
}

export interface Feed {
  readonly origin: string
  /** Path and query of the page that shows the same. */
  readonly page: string
  /** Path and query of the feed itself. */
  readonly self: string
  readonly entries: readonly FeedEntry[]
}

/** Characters that XML 1.0 cannot hold at all, escaped or not. */

const notXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(notXml, '').replace(/[&<>"']/g, (mark) => marks[mark] ?? '')

/** Entries as an Atom feed (RFC 4287). An entry's id is its permanent address. */
export function atomOf({ origin, page, self, entries }: Feed): string {
  const updated = isoOf(entries[0]?.at ?? 0)
  const head = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escaped(origin + self)}</id>`,
    '<title>Gazette of Nation</title>',
    '<subtitle>What the government did</subtitle>',
    '<author><name>Nation</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escaped(origin + self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(origin + page)}"/>`,
    `<updated>${updated}</updated>`,
  ]
  return [...head, ...entries.map((entry) => entryOf(origin, entry)), '</feed>', ''].join('\n')
}

function entryOf(origin: string, { number, kind, at, text, parts }: FeedEntry): string {
  const address = escaped(`${origin}/gazette/${number}`)
  const html = parts
    .map((part) =>
      part.href === null ? escaped(part.text) : `<a href="${escaped(origin + part.href)}">${escaped(part.text)}</a>`,
    )
    .join('')
  return [
    '<entry>',
    `<id>${address}</id>`,
    `<title>${escaped(text)}</title>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<category term="${kind}" label="${gazetteKinds[kind].title}"/>`,
    `<published>${isoOf(at)}</published>`,
    `<updated>${isoOf(at)}</updated>`,
    // HTML within XML: escaped twice.
    `<content type="html">${escaped(`<p>No. ${number}: ${html}</p>`)}</content>`,
    '</entry>',
  ].join('\n')
}

const isoOf = (at: number): string => new Date(at).toISOString()
