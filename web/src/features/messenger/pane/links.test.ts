import { describe, expect, it, vi } from 'vitest'
import { piecesOf, withMentions } from './links'

const hrefs = (text: string) => piecesOf(text).flatMap((piece) => ('href' in piece ? piece.href : []))

describe('links in messages', () => {
  it('are web addresses, without what belongs to the sentence', () => {
    expect(hrefs('See https://example.org/a, (http://example.org/b) and https://example.org/c_(d).')).toEqual([
      'https://example.org/a',
      'http://example.org/b',
      'https://example.org/c_(d)',
    ])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://', 'mailto:a@b.c', 'example.org'])(
    'are not made of %s',
    (text) => expect(hrefs(text)).toEqual([]),
  )

  it('are found where the browser has no URL.parse (Safari 17)', () => {
    vi.stubGlobal('URL', Object.defineProperty(class extends URL {}, 'parse', { value: undefined }))
    expect(hrefs('See https://example.org/a, not https://.')).toEqual(['https://example.org/a'])
    vi.unstubAllGlobals()
  })

  it('do not hide whose they are behind a name', () => {
    expect(hrefs('https://nation.test@evil.test/')).toEqual([])
  })

  it('show a host of look-alike letters as the network reads it', () => {
    const [link] = piecesOf('https://nаtion.test/')
    expect(link!.text).toMatch(/^https:\/\/xn--/)
  })

  it('leave every other letter where it is', () => {
    const text = 'a <b>bold</b> https://example.org/?q=1&r=2 …\nend'
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})

describe('mentions in messages', () => {
  it('are handles that stand by themselves, and no part of an address', () => {
    const pieces = withMentions(piecesOf('@ada, write to a@example.org or https://example.org/@mina; @piet_president!'))
    const marked = pieces.filter((piece) => 'mentions' in piece)
    expect(marked.map(({ text }) => text)).toEqual(['@ada', '@piet_president'])
    expect(pieces.map(({ text }) => text).join('')).toContain('a@example.org or https://example.org/@mina; ')
  })
})
