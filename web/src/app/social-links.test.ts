import { describe, expect, it } from 'vitest'
import { readSocialLinks } from './social-links'

function pageWith(content: string | null): Document {
  const page = document.implementation.createHTMLDocument()
  if (content === null) return page
  const meta = page.createElement('meta')
  meta.setAttribute('name', 'nation:links')
  meta.setAttribute('content', content)
  page.head.append(meta)
  return page
}

describe('links to elsewhere', () => {
  it('are those that the server was configured with', () => {
    expect(readSocialLinks(pageWith('[{"name":"X","url":"https://x.com/nation"}]'))).toEqual([
      { name: 'X', url: 'https://x.com/nation' },
    ])
  })

  it.each([[null], ['not json'], ['{}'], ['[1,null,{"name":"X"}]'], ['[{"name":"X","url":"javascript:alert(1)"}]']])(
    'are none where the page says %s',
    (content) => expect(readSocialLinks(pageWith(content))).toEqual([]),
  )
})
