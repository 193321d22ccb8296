import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation, idOf } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const number = '0BADCAFE'

/** Opens a screen of a nation in which all citizens whom answers name show a page of this number, or none. */
function visit(path: string, pageNumber: string | null) {
  const { answers, handle } = fakeNation({ now: NOW })
  const set = (key: string, value: unknown): unknown => (key === 'pageNumber' ? pageNumber : value)
  const numbered = (...request: Parameters<typeof handle>) => {
    const { status, body } = handle(...request)
    return { status, body: JSON.parse(JSON.stringify(body, set)) as unknown }
  }
  renderAt(path, { answers, handle: numbered }, NOW)
}

describe('the name on a candidate’s page', () => {
  const name = async () => within(await screen.findByRole('heading', { level: 1 }))

  it('leads to the public page that they show', async () => {
    visit(`/elections/candidate/${idOf(2, 0)}`, number)
    expect((await name()).getByRole('link').getAttribute('href')).toBe(`/citizen/${number}`)
  })

  it('leads nowhere while they show none', async () => {
    visit(`/elections/candidate/${idOf(2, 0)}`, null)
    expect((await name()).queryByRole('link')).toBeNull()
  })
})

describe.each([
  { where: 'of candidates', path: '/elections', leads: /^\/elections\/candidate\// },
  { where: 'of the government', path: '/gov-staff', leads: /^\/gov-official\// },
  { where: 'of an office', path: '/office/president', leads: /^\/gov-official\// },
])('a card $where', ({ path, leads }) => {
  const links = async () => {
    const card = await waitFor(() => {
      const names = screen.getAllByRole('heading').map((one) => within(one).queryByRole('link'))
      const name = names.find((link) => leads.test(link?.getAttribute('href') ?? ''))
      return name!.closest<HTMLElement>('article, li')!
    })
    return within(card)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')] as const)
  }

  it('leads from the name to the office, and beside it to the public page', async () => {
    visit(path, number)
    const [[, first], second] = (await links()) as [[string, string], [string, string]]
    expect(first).toMatch(leads)
    expect(second).toEqual([expect.stringMatching(/Public page of ./), `/citizen/${number}`])
  })

  it('leads to no public page while none is shown', async () => {
    visit(path, null)
    expect((await links()).filter(([label]) => label !== null)).toEqual([])
  })
})

describe('an appointed member of an earlier government, who has no candidacy to lead to', () => {
  it.each([number, null])(
    'has a name that leads to the office, from which a public page is reached: %s',
    async (page) => {
      visit('/elections?view=past', page)
      const [appointed] = await screen.findAllByText(/^Appointed /)
      const name = within(appointed!.parentElement!).getByRole('link')
      expect(name.getAttribute('href')).toMatch(/^\/gov-official\//)
    },
  )
})
