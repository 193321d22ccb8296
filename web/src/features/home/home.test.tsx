import type { FeatureName } from '@nation/domain/system'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query/query'
import { fakeNation, refuse } from '../../testing/fake-nation'
import type { FakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { shortened } from './ContractAddress'
import { HINT } from './map/MapHint'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const MINT = 'DemoDVnQBEMe5vhpWyzcjSbHo8LK5BJDLtRUKbGhLxGW'

/** A browser in which everything is near to the screen. */
class Near {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }])
  }
  disconnect() {}
}

function open(nation: FakeNation) {
  nation.answers['system.settings'] ??= () => ({
    success: true,
    token: { mint: MINT, version: 'v2_new_token', symbol: '$ON', decimals: 9 },
    network: 'mainnet-beta',
    features: { elections: true, voting: true, admin: true },
    limits: { minFollowers: 100, candidacyTokens: 50_000 },
    links: [],
  })
  return renderAt('/', nation, NOW)
}

const broken = () => refuse(500, 'internal', 'Something went wrong')

/** A nation of which nothing can be read. */
function silent(): FakeNation {
  const nation = fakeNation({ now: NOW })
  nation.answers['citizens.newest'] = broken
  nation.answers['system.settings'] = broken
  nation.answers['members.get-government'] = broken
  nation.answers['elections.current'] = broken
  return nation
}

const counterOf = (name: string) => screen.getByText(name).parentElement!

beforeEach(() => vi.stubGlobal('IntersectionObserver', Near))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('home', () => {
  it('offers visitors to sign in and to learn', async () => {
    open(fakeNation({ now: NOW }))
    expect((await screen.findAllByRole('button', { name: 'Connect with Twitter' })).length).toBe(2)
    expect(screen.getAllByRole('link', { name: 'Learn More' })).toHaveLength(2)
    expect(screen.queryByRole('link', { name: 'Start Voting' })).toBeNull()
  })

  it('asks how many citizens there are where the requirements say, every ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
    const nation = fakeNation({ now: NOW })
    const { sent } = open(nation)
    const asked = () => sent.filter(({ url }) => url.startsWith('/api/citizens')).length
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect([asked(), counterOf('Total Citizens').textContent]).toEqual([1, expect.stringContaining('1,284')])
    nation.answers['citizens.newest'] = () => ({ success: true, totalCitizens: 1285, citizens: [] })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect([asked(), counterOf('Total Citizens').textContent]).toEqual([2, expect.stringContaining('1,285')])
  })

  it('offers citizens to look and to vote', async () => {
    open(fakeNation({ now: NOW, as: 'citizen' }))
    expect((await screen.findAllByRole('link', { name: 'View Elections' })).length).toBe(2)
    expect(screen.getAllByRole('link', { name: 'Start Voting' })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Connect with Twitter' })).toBeNull()
  })

  it('asks for each way itself: what is switched off hides its own button alone', async () => {
    const ways = async (off: readonly FeatureName[]) => {
      const { unmount } = renderAt('/', fakeNation({ now: NOW, as: 'citizen', off }), NOW)
      await screen.findByText('Total Citizens')
      await waitFor(() => expect(queryClient.getQueryData(['system.settings', {}])).toBeTruthy())
      const found = (name: string) =>
        screen.queryAllByRole('link', { name }).map((one) => one.getAttribute('href') ?? '')[0]
      await waitFor(() => expect(found('View Elections') === undefined).toBe(off.includes('elections')))
      const hrefs = [found('View Elections'), found('Start Voting')]
      unmount()
      return hrefs
    }
    expect(await ways([])).toEqual(['/elections', '/vote'])
    expect(await ways(['elections'])).toEqual([undefined, '/vote'])
    expect(await ways(['voting'])).toEqual(['/elections', '/elections#candidates-title'])
    expect(await ways(['elections', 'voting'])).toEqual([undefined, undefined])
  })

  it.each([
    [[], '/elections'],
    [['elections'], '/'],
  ] as const)('brings visitors back to what is on: with %j off to %s', async (off, to) => {
    renderAt('/', fakeNation({ now: NOW, off }), NOW)
    await waitFor(() => expect(counterOf(off.length > 0 ? 'Elections' : 'Voting closes in')).toBeTruthy())
    const assign = vi.fn<(to: string) => void>()
    vi.stubGlobal('location', { assign })
    fireEvent.click(screen.getAllByRole('button', { name: 'Connect with Twitter' })[0]!)
    expect(assign.mock.calls).toEqual([[`/api/auth/x/login?returnTo=${encodeURIComponent(to)}`]])
  })

  it('runs the news above its first words', async () => {
    const nation = fakeNation({ now: NOW })
    nation.answers['broadcast.get-active'] = () => ({
      success: true,
      messages: [
        {
          id: '01890a5d-ac96-774b-bcce-b302099a8051',
          message: 'Voting is open',
          type: 'info',
          isActive: true,
          createdBy: 'Alma',
          createdAt: NOW,
          endsAt: null,
        },
      ],
    })
    open(nation)
    const ticker = await screen.findByRole('region', { name: 'News ticker' })
    expect(ticker.textContent).toContain('Voting is open')
    const title = screen.getByRole('heading', { level: 1 })
    expect(ticker.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('counts phase one to its own close', async () => {
    const tuesday = Date.UTC(2026, 10, 17, 12)
    renderAt('/', fakeNation({ now: tuesday }), tuesday)
    await waitFor(() =>
      expect(counterOf('Voting closes in').textContent).toMatch(/^Voting closes in(2 days|1 day 23 hours)/),
    )
  })

  it('says that elections are switched off, in place of a countdown', async () => {
    open(fakeNation({ now: NOW, off: ['elections'] }))
    await waitFor(() => expect(counterOf('Elections').textContent).toBe('ElectionsSwitched off'))
    expect(screen.queryByText('Voting closes in')).toBeNull()
  })

  it('shows dashes for what cannot be counted, says that the address could not be read, and leaves out who governs', async () => {
    open(silent())
    for (const name of ['Total Citizens', 'Seats filled', 'Voting closes in'])
      await waitFor(() => expect(counterOf(name).textContent).toBe(`${name}–not known`))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'In office this week' })).toBeNull())
    expect(screen.getByText('Figures with a dash could not be read.')).toBeTruthy()
    expect((await screen.findByText('Could not be read')).parentElement?.textContent).toContain('$ON contract address')
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
    expect(screen.getByRole('list', { name: 'Buildings of the capital' })).toBeTruthy()
  }, 30_000)
})

describe('the contract address', () => {
  const copyButton = () => screen.findByRole('button', { name: `Copy ${MINT}` })
  const clipboard = (writeText: (text: string) => Promise<void>) =>
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as Clipboard)

  it('is copied whole, and says so for two seconds', async () => {
    const copied: string[] = []
    clipboard((text) => Promise.resolve(void copied.push(text)))
    open(fakeNation({ now: NOW }))
    const button = await copyButton()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => fireEvent.click(button))
    expect(copied).toEqual([MINT])
    expect(screen.getByText('Copied to clipboard!')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1999))
    expect(screen.queryByText('Copied to clipboard!')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.queryByText('Copied to clipboard!')).toBeNull()
  })

  it('says so when the browser does not let it be copied', async () => {
    clipboard(() => Promise.reject(new Error('no')))
    open(fakeNation({ now: NOW }))
    fireEvent.click(await copyButton())
    expect(await screen.findByText(/Copying is not allowed here/)).toBeTruthy()
    expect(screen.queryByText('Copied to clipboard!')).toBeNull()
  })

  it('is shortened where there is little room', () => {
    expect(shortened(MINT)).toBe('DemoDV…GhLxGW')
    expect(shortened('short')).toBe('short')
  })
})

describe('the capital', () => {
  const list = async () => within(await screen.findByRole('list', { name: 'Buildings of the capital' }))
  const item = async (name: string) => within((await list()).getByText(name).closest('li')!)

  it('locks the buildings in which one votes for visitors, and says what opens them', async () => {
    open(fakeNation({ now: NOW }))
    expect((await item('Election Building')).getByText('Connect wallet to access')).toBeTruthy()
    expect((await item('Election Building')).getByText('The first step: sign in with X.')).toBeTruthy()
    expect((await item('Election Building')).queryByRole('link')).toBeNull()
    expect((await item('Government Building')).getByRole('link').getAttribute('href')).toBe('/gov-staff')
    expect((await item('Law Building')).getByRole('link').getAttribute('href')).toBe('/rules')
  })

  it('opens them for citizens', async () => {
    open(fakeNation({ now: NOW, as: 'citizen' }))
    expect((await item('Election Building')).getByRole('link').getAttribute('href')).toBe('/elections')
    expect((await item('Election Building')).queryByText('Connect wallet to access')).toBeNull()
  })

  it('shows the same doors in the picture, once it is near', async () => {
    open(fakeNation({ now: NOW }))
    const pins = within(await screen.findByRole('list', { name: 'Pins on the map' }))
    expect(pins.getByRole('link', { name: 'Government Building' }).getAttribute('href')).toBe('/gov-staff')
    expect(pins.getByRole('button', { name: 'Election Building Connect wallet to access' })).toBeTruthy()
  })

  it('hints at what one can do, for five seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    open(fakeNation({ now: NOW }))
    const hint = await screen.findByText(/Drag to look around/)
    expect(hint.getAttribute('data-stage')).toBe('shown')
    vi.setTimerTickMode('manual')
    const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    // Some of it has passed: how much depends on the machine.
    for (let passed = 0; passed < HINT && hint.dataset.stage === 'shown'; passed += 200) await after(200)
    expect(hint.dataset.stage).toBe('fading')
    await after(400)
    expect(screen.queryByText(/Drag to look around/)).toBeNull()
  })
})

describe('the officials', () => {
  const carousel = async () => within(await screen.findByRole('group', { name: 'Elected officials' }))
  type Inside = Awaited<ReturnType<typeof carousel>>
  const shown = (inside: Inside) => inside.getByText(/^[\d–]+ of 9$/).closest('p')?.textContent
  const said = (inside: Inside) => inside.getByRole('status').textContent
  const press = (inside: Inside, name: 'Previous official' | 'Next official') =>
    fireEvent.click(inside.getByRole('button', { name }))

  it('come round: president first, after the last the first again', async () => {
    open(fakeNation({ now: NOW }))
    const inside = await carousel()
    expect(shown(inside)).toBe('President1 of 9')
    press(inside, 'Previous official')
    expect(shown(inside)).toBe('Minister of Citizens9 of 9')
    press(inside, 'Next official')
    expect(shown(inside)).toBe('President1 of 9')
    // Alt and an arrow are the browser's way back.
    fireEvent.keyDown(inside.getByRole('button', { name: 'Next official' }), { key: 'ArrowRight', altKey: true })
    expect(shown(inside)).toBe('President1 of 9')
    fireEvent.keyDown(inside.getByRole('button', { name: 'Next official' }), { key: 'ArrowRight' })
    expect(shown(inside)).toBe('Prime Minister2 of 9')
  })

  it('are not announced before a button or a key is pressed', async () => {
    open(fakeNation({ now: NOW }))
    const inside = await carousel()
    expect(said(inside)).toBe('')
    press(inside, 'Next official')
    expect(said(inside)).toBe('Prime Minister, 2 of 9')
  })

  it('are named from the first to the last in view, and every step moves', async () => {
    // Four slides of 100 px in a track of 400.
    const sizes = [
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400),
      vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 100, height: 100 } as DOMRect),
    ]
    open(fakeNation({ now: NOW }))
    const inside = await carousel()
    expect(shown(inside)).toBe('President to Minister of Finance1–4 of 9')
    const places = [1, 2, 3, 4, 5, 6].map(() => {
      press(inside, 'Next official')
      return shown(inside)?.slice(-8)
    })
    expect(places).toEqual(['2–5 of 9', '3–6 of 9', '4–7 of 9', '5–8 of 9', '6–9 of 9', '1–4 of 9'])
    press(inside, 'Previous official')
    expect(said(inside)).toBe('Minister of Raid Corps to Minister of Citizens, 6–9 of 9')
    for (const size of sizes) size.mockRestore()
  })

  it('lead from vacant seats to the elections', async () => {
    open(fakeNation({ now: NOW, empty: true }))
    const inside = await carousel()
    expect(inside.getAllByText('Position Vacant')).toHaveLength(9)
    expect(inside.getAllByRole('link', { name: 'Run for Office' })[0]!.getAttribute('href')).toBe('/elections')
  })

  it('lead nowhere while elections are switched off', async () => {
    open(fakeNation({ now: NOW, empty: true, off: ['elections'] }))
    const inside = await carousel()
    expect(inside.getAllByText('Position Vacant')).toHaveLength(9)
    await waitFor(() => expect(inside.queryAllByRole('link', { name: 'Run for Office' })).toEqual([]))
  })
})
