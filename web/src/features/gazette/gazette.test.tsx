import type { CallAnswer } from '@nation/domain/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query/query'
import { fakeNation, idOf, refuse } from '../../testing/fake-nation'
import type { FakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { byDay } from './use-gazette'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const day = 86_400_000
const ada = idOf(3, 1)

type Entry = CallAnswer<'gazette.get'>['entry']

const entry = (number: number, at = NOW - (100 - number) * 3_600_000): Entry => ({
  ...{ number, at, kind: 'appointments' },
  text: 'Ada was appointed to the office of President.',
  parts: [
    { text: 'Ada', href: `/gov-official/${ada}`, person: ada },
    { text: ' was appointed to the office of ', href: null },
    { text: 'President', href: '/office/president' },
    { text: '.', href: null },
  ],
})

function withEntries(entries: readonly Entry[], nextCursor: string | null = null): FakeNation {
  const nation = fakeNation({ now: NOW })
  nation.answers['gazette.list'] = (input) => ({
    success: true,
    entries: 'cursor' in input && input.cursor ? [entry(1)] : [...entries],
    nextCursor: 'cursor' in input && input.cursor ? null : nextCursor,
    person: 'person' in input && input.person ? { id: ada, name: 'Ada' } : null,
    now: NOW,
  })
  return nation
}
const liveTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const asked = (sent: readonly { readonly url: string }[]) =>
  sent.filter(({ url }) => url.startsWith('/api/gazette/list')).map(({ url }) => url.replace(/^.*\?/, ''))

describe('the gazette', () => {
  it('lists entries by days, with their numbers, what they name as links, and more of them on request', async () => {
    const { sent } = renderAt('/gazette', withEntries([entry(99), entry(98), entry(70)], 'further'), NOW)
    expect(await screen.findByRole('heading', { name: 'Wednesday 18 November 2026' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Tuesday 17 November 2026' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Ada' })[0]?.getAttribute('href')).toBe(`/gov-official/${ada}`)
    expect(screen.getAllByRole('link', { name: 'President' })[0]?.getAttribute('href')).toBe('/office/president')
    fireEvent.click(screen.getByRole('button', { name: /more/i }))
    await waitFor(() => expect(asked(sent).at(-1)).toBe('cursor=further'))
  })

  it('says how many entries came, and never reads all of them', async () => {
    renderAt('/gazette', withEntries([entry(99), entry(98), entry(70)], 'further'), NOW)
    await waitFor(() => expect(liveTexts()).toContain('3 entries'))
    fireEvent.click(screen.getByRole('button', { name: /more/i }))
    await waitFor(() => expect(liveTexts()).toContain('1 more, 4 entries shown'))
    expect(screen.getByRole('list', { name: 'Entries' }).closest('[aria-live], [role="status"]')).toBeNull()
  })

  it('is filtered by what the address says, and leaves out of it what is no filter', async () => {
    const { sent } = renderAt(
      `/gazette?kind=appointments&office=king&person=${ada}&search=ada`,
      withEntries([entry(99)]),
      NOW,
    )
    await screen.findByRole('heading', { name: 'Wednesday 18 November 2026' })
    expect(asked(sent)[0]).toBe(`kind=appointments&person=${ada}&search=ada`)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Person' }).selectedOptions[0]?.textContent).toBe(
      'Ada',
    )
    const file = screen.getByRole('link', { name: 'Export CSV' })
    expect(file.getAttribute('href')).toBe(`/api/gazette/export?kind=appointments&person=${ada}&search=ada`)
  })

  it('asks for no person where the address names no public id', async () => {
    const { sent } = renderAt('/gazette?person=grace', withEntries([entry(99)]), NOW)
    await screen.findByRole('heading', { name: 'Wednesday 18 November 2026' })
    expect(asked(sent)[0]).not.toContain('person')
  })

  it('changes the address with a filter, and says when nothing is found', async () => {
    const { router } = renderAt('/gazette', withEntries([]), NOW)
    expect(await screen.findByText('The gazette is empty')).toBeTruthy()
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'bank' } })
    await waitFor(() => expect(router.state.location.search).toBe('?kind=bank'))
    fireEvent.click(await screen.findByRole('button', { name: 'Show all entries' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it.each([
    [404, 'citizen_not_found', 'Profile not found', /There is no such citizen/],
    [400, 'invalid_input', 'At most 100 characters.', /At most 100 characters/],
    [404, 'not_found', 'There is no such call.', /There is no such call/],
  ] as const)('says what was wrong by the code of the error: %i %s', async (status, code, sentence, said) => {
    const nation = withEntries([])
    nation.answers['gazette.list'] = () => refuse(status, code, sentence)
    renderAt(`/gazette?person=${ada}`, nation, NOW)
    expect(await screen.findByText(said)).toBeTruthy()
  })
})

describe('what the government did last', () => {
  it('is listed with the day of each entry, which stands under no heading of its day', async () => {
    queryClient.clear()
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['gazette.list'] = withEntries([entry(99), entry(70)]).answers['gazette.list']!
    renderAt('/government', nation, NOW)
    const section = await screen.findByRole('region', { name: 'What the government did last' })
    expect(await within(section).findByText('Wed 18 Nov, 14:20 UTC')).toBeTruthy()
    expect(within(section).getByText('Tue 17 Nov, 09:20 UTC')).toBeTruthy()
  })
})

describe('an entry', () => {
  const at = (number: string, nation: FakeNation) => renderAt(`/gazette/${number}`, nation, NOW)

  it('stands at its number, with its day, its neighbours, and the way to more of the same', async () => {
    const nation = withEntries([])
    nation.answers['gazette.get'] = () => ({ success: true, entry: entry(99), older: 98, newer: null, now: NOW })
    at('99', nation)
    expect(await screen.findByRole('heading', { name: 'No. 99' })).toBeTruthy()
    const neighbours = screen.getByRole('navigation', { name: 'Neighbouring entries' })
    expect(
      within(neighbours)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/gazette/98'])
    expect(screen.getByRole('link', { name: 'All about Ada' }).getAttribute('href')).toBe(`/gazette?person=${ada}`)
  })

  it.each([
    ['5000', 404, 'gazette_entry_not_found', true],
    ['one', 400, 'invalid_input', true],
    ['7', 429, 'rate_limited', false],
  ] as const)(
    'that could not be had, No. %s (%i), is distinguished from one that does not exist',
    async (number, status, code, missing) => {
      const nation = withEntries([])
      nation.answers['gazette.get'] = () => refuse(status, code, 'A sentence of the nation.')
      at(number, nation)
      const said = missing ? 'The gazette has no entry of this number.' : 'A sentence of the nation.'
      expect(await screen.findByText(said)).toBeTruthy()
    },
  )
})

describe('the days of entries', () => {
  it('begin at midnight in UTC', () => {
    const midnight = Math.floor(NOW / day) * day
    const days = byDay([entry(3, midnight), entry(2, midnight - 1), entry(1, midnight - day)])
    expect(days.map((one) => [one.day, one.entries.map(({ number }) => number)])).toEqual([
      [midnight, [3]],
      [midnight - day, [2, 1]],
    ])
  })
})
