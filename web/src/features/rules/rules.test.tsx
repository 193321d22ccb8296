import { bankSettings, salaryPresets, totalPercent } from '@nation/domain/bank'
import {
  canPlan,
  datesOf,
  eligibleForCandidacy,
  eligibleToVote,
  baseUnitsPerToken,
  electionLimits,
  electionSettings,
  positions,
  rollReadingDue,
  rollWindowMs,
  votesOf,
  votingOpen,
  weekOf,
  weightTiers,
  weightUnits,
} from '@nation/domain/elections'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { QueryClientProvider } from '@tanstack/react-query'
import { initialLimits, type Limits } from '@nation/domain/system'
import { safetyLimits } from '@nation/domain/messenger'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

const openRules = async (path = '/rules') => {
  const app = renderAt(path, fakeNation({ now: NOW }), NOW)
  await screen.findByRole('heading', { level: 1, name: 'Constitution' })
  return app
}
const toggle = (title: string) => screen.getByRole('button', { name: new RegExp(`${title}$`) })
const isOpen = (title: string) => toggle(title).getAttribute('aria-expanded')
const titles = [
  'Quick Summary',
  'Core Principles',
  'Voting Power System',
  'Membership Requirements',
  'Government Salaries',
  'Code of Conduct',
]

describe('The constitution', () => {
  it('starts on the summary; a click opens a section, and a click closes it', async () => {
    await openRules()
    expect(titles.map(isOpen)).toEqual(['true', 'false', 'false', 'false', 'false', 'false'])
    fireEvent.click(toggle('Code of Conduct'))
    expect(isOpen('Code of Conduct')).toBe('true')
    expect(screen.getByText(/Ministry of Marketing enforces this code/).textContent).toMatch(
      /from a warning up to permanent exclusion/,
    )
    // What the program does is not more than there is.
    expect(screen.getByText(/Today the site itself knows two measures/).textContent).toMatch(/for up to 30 days/)
    fireEvent.click(toggle('Code of Conduct'))
    fireEvent.click(toggle('Quick Summary'))
    expect(titles.map(isOpen)).toEqual(['false', 'false', 'false', 'false', 'false', 'false'])
  })

  it('opens where a link points, and again where its own contents point', async () => {
    await openRules('/rules#voting-power-system')
    expect(isOpen('Voting Power System')).toBe('true')
    expect(isOpen('Quick Summary')).toBe('false')
    const contents = screen.getByRole('navigation', { name: 'Contents' })
    fireEvent.click(within(contents).getByRole('link', { name: /Government Salaries/ }))
    expect(isOpen('Government Salaries')).toBe('true')
    fireEvent.click(toggle('Government Salaries'))
    fireEvent.click(within(contents).getByRole('link', { name: /Government Salaries/ }))
    expect(isOpen('Government Salaries')).toBe('true')
  })

  it('opens and closes all of it at once', async () => {
    await openRules()
    fireEvent.click(screen.getByRole('button', { name: 'Open all sections' }))
    expect(titles.map(isOpen)).toEqual(titles.map(() => 'true'))
    fireEvent.click(screen.getByRole('button', { name: 'Close all sections' }))
    expect(titles.map(isOpen)).toEqual(titles.map(() => 'false'))
  })

  it('says of changing votes exactly what is decided', async () => {
    await openRules()
    expect(
      screen.getByText('A vote can be changed until the position’s phase closes; then it is final.', {
        selector: 'strong',
      }),
    ).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/cannot be changed|can not be changed|200 followers/)
  })
})

/** The text of all articles, as the modules are loaded at the moment, and as the nation has set its limits. */
async function textOfAll(limits: Limits = initialLimits): Promise<string> {
  const { constitution } = await import('./constitution')
  const { NationTheme } = await import('../../ui')
  const { queryClient } = await import('../../lib/query/query')
  queryClient.setQueryData(['system.settings', {}], { limits })
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <NationTheme env="test">
        <main>
          {constitution.map(({ id, Text }) => (
            <Text key={id} />
          ))}
        </main>
      </NationTheme>
    </QueryClientProvider>,
  )
  // A cell, a paragraph and a figure are words apart.
  const main = container.querySelector('main')!
  for (const element of main.querySelectorAll('*')) element.append(' ')
  return main.textContent.replace(/\s+/g, ' ')
}

const grouped = (value: number | bigint) => value.toLocaleString('en-US')
const inTokens = (units: bigint) => grouped(units / baseUnitsPerToken)

describe('The numbers of the constitution', () => {
  it('are numbers of the rules, each of them', async () => {
    const text = await textOfAll()
    const known = new Set([
      grouped(positions.length),
      grouped(electionSettings.minFollowers),
      grouped(electionSettings.candidacyTokens),
      grouped(electionSettings.votingAccountMonths),
      grouped(electionSettings.eligibleCandidateBadgeTokens),
      grouped(rollWindowMs / 60_000),
      ...weightTiers.flatMap(({ from, units }) => [inTokens(from), votesOf(units).toFixed(1)]),
      ...positions.map((position) => position.order).map(String),
      ...Object.values(salaryPresets.constitution).map(String),
      String(totalPercent(salaryPresets.constitution)),
      String(totalPercent(salaryPresets.constitution, ['president', 'primeMinister', 'secretary'])),
      String(100 - totalPercent(salaryPresets.constitution, ['president', 'primeMinister', 'secretary'])),
      String(electionLimits.longest / 86_400_000),
      String(electionLimits.startsWithin / 86_400_000),
      String(bankSettings.operationsPercent),
      String(bankSettings.governmentPercent),
      String(safetyLimits.longestMute / 24),
      '00:00',
      '12:00',
    ])
    const printed = text.replaceAll(/MP4/g, '').match(/\d[\d,.:]*\d|\d/g) ?? []
    expect(printed.length).toBeGreaterThan(40)
    expect(printed.filter((number) => !known.has(number))).toEqual([])
  })

  it('are what the rules decide by: an account, a follower, a token more or less', async () => {
    const text = await textOfAll()
    const [, months] = /at least (\w+) months/.exec(text) ?? []
    expect(months).toBe('six')
    const made = new Date('2026-01-15T00:00:00.000Z')
    expect(eligibleToVote({ xCreatedAt: made }, new Date('2026-07-14T23:59:59.999Z')).eligible).toBe(false)
    expect(eligibleToVote({ xCreatedAt: made }, new Date('2026-07-15T00:00:00.000Z')).eligible).toBe(true)

    const [, followers] = /at least ([\d,]+) followers/.exec(text) ?? []
    const [, tokens] = /([\d,]+) \$ON in the wallet that you have linked/.exec(text) ?? []
    const stands = {
      followers: Number(followers),
      walletAddress: 'wallet',
      tokenBalance: units(tokens),
      balanceKnown: true,
    }
    expect(eligibleForCandidacy(stands, initialLimits).eligible).toBe(true)
    expect(eligibleForCandidacy({ ...stands, followers: stands.followers - 1 }, initialLimits).eligible).toBe(false)
    expect(eligibleForCandidacy({ ...stands, tokenBalance: stands.tokenBalance - 1n }, initialLimits).eligible).toBe(
      false,
    )
  })

  it('read the roll as long before the opening as the text says, and not a millisecond earlier', async () => {
    const [, minutes] = /in the last (\d+) minutes before the opening/.exec(await textOfAll()) ?? []
    const opensAt = new Date('2026-01-12T00:00:00.000Z')
    const earliest = opensAt.getTime() - Number(minutes) * 60_000
    expect(rollReadingDue(opensAt, new Date(earliest))).toEqual(new Date(earliest))
    expect(rollReadingDue(opensAt, new Date(earliest - 1))).toBeNull()
  })

  it('weigh votes as the table says, at each threshold and a base unit below it', async () => {
    const text = await textOfAll()
    const { tiers } = await import('./facts')
    expect(tiers).toHaveLength(weightTiers.length)
    let below: string | null = null
    for (const tier of tiers) {
      expect(text).toContain(`${tier.title} ${tier.from}`)
      expect(`${votesOf(weightUnits(units(tier.from))).toFixed(1)}×`).toBe(tier.weight)
      if (below !== null) expect(`${votesOf(weightUnits(units(tier.from) - 1n)).toFixed(1)}×`).toBe(below)
      below = tier.weight
    }
  })

  it('open and close the polls when the table says', async () => {
    const text = await textOfAll()
    expect(text).toMatch(/in regular weeks \w+ days/)
    const [, opens, turns] = /Phase one .*? from (.*? UTC), until (.*? UTC)/.exec(text) ?? []
    const [, turned, closes] = /Phase two .*? from (.*? UTC), until (.*? UTC)/.exec(text) ?? []
    expect([opens, turns, turned, closes]).toEqual([
      'Monday, 00:00 UTC',
      'Thursday, 12:00 UTC',
      'Thursday, 12:00 UTC',
      'Monday, 00:00 UTC',
    ])
    const election = { ...weekOf(new Date('2026-01-06T00:00:00.000Z')), stage: 'phase_one' as const }
    const open = (position: 'president' | 'minister_finance', at: string) =>
      votingOpen(election, position, new Date(at)).allowed
    expect(open('president', '2026-01-05T00:00:00.000Z')).toBe(true)
    expect(open('president', '2026-01-08T11:59:59.999Z')).toBe(true)
    expect(open('president', '2026-01-08T12:00:00.000Z')).toBe(false)
    expect(open('minister_finance', '2026-01-08T11:59:59.999Z')).toBe(false)
    expect(open('minister_finance', '2026-01-08T12:00:00.000Z')).toBe(true)
    expect(open('minister_finance', '2026-01-12T00:00:00.000Z')).toBe(false)
  })
})

it('The constitution says on which other dates elections may be planned, as they may be', async () => {
  const text = await textOfAll()
  expect(text).toContain('lasts at most 14 days and each of its phases at least twelve hours')
  expect(text).toContain('It is announced at least one day before it opens, and opens within 28 days.')
  const [notice, longest, phase] = [86_400_000, 14 * 86_400_000, 12 * 3_600_000]
  const plan = (ahead: number, length: number, first: number) => {
    const [now, opens] = [new Date(0), new Date(ahead)]
    const dates = datesOf(opens, new Date(ahead + length), new Date(ahead + first))
    return canPlan(dates, now, []).allowed
  }
  expect(plan(notice, longest, phase)).toBe(true)
  expect(plan(notice - 1, longest, phase)).toBe(false)
  expect(plan(notice, longest + 1, phase)).toBe(false)
  expect(plan(notice, longest, phase - 1)).toBe(false)
  expect(plan(28 * notice + 1, longest, phase)).toBe(false)
})

const units = (printed: string | undefined) => BigInt((printed ?? '').replaceAll(',', '')) * baseUnitsPerToken

describe('When a rule changes, the constitution', () => {
  afterEach(() => {
    vi.doUnmock('@nation/domain/elections')
    vi.doUnmock('@nation/domain/bank')
    vi.resetModules()
  })

  it('says the new number and the old one nowhere', async () => {
    vi.resetModules()
    vi.doMock('@nation/domain/elections', async (original) => ({
      ...(await original<object>()),
      electionSettings: {
        votingAccountMonths: 11,
        eligibleCandidateBadgeTokens: 7_300_000,
      },
      electionLimits: {
        longest: 9 * 86_400_000,
        startsWithin: 31 * 86_400_000,
        notice: 2 * 86_400_000,
        shortestPhase: 30 * 3_600_000,
      },
      weightTiers: [
        { tier: 'whale', title: 'Whale', from: 31_000_000n * baseUnitsPerToken, units: 33 },
        { tier: 'base', title: 'Base Citizen', from: 0n, units: 14 },
      ],
      rollWindowMs: 47 * 60_000,
      weekOf: () => ({
        startsAt: new Date('2026-01-06T03:00:00.000Z'),
        phaseTwoAt: new Date('2026-01-09T15:00:00.000Z'),
        endsAt: new Date('2026-01-11T03:00:00.000Z'),
      }),
    }))
    vi.doMock('@nation/domain/bank', async (original) => ({
      ...(await original<object>()),
      bankSettings: { operationsPercent: 37, governmentPercent: 63, cycleMs: 3 * 86_400_000 },
      salaryPresets: { constitution: { ...salaryPresets.constitution, president: 17, marketingMinister: 13 } },
    }))
    const text = await textOfAll({ minFollowers: 137, candidacyTokens: 61_111 })
    for (const changed of [
      '137 followers',
      '61,111 $ON',
      'eleven months',
      '7,300,000 $ON',
      '31,000,000',
      '3.3×',
      '1.4×',
      'from Tuesday, 03:00 UTC, until Friday, 15:00 UTC',
      'five days',
      'in the last 47 minutes',
      'at most nine days and each of its phases at least 30 hours',
      'at least two days before it opens, and opens within 31 days',
      '37%',
      '63%',
      '17%',
      '13%',
      'lasts three days',
    ]) {
      expect(text).toContain(changed)
    }
    const old =
      /\b(100 followers|50,000|5,000,000|20,000,000|six months|2\.0|1\.2|Monday|Thursday|seven days|14 days|28 days|twelve hours|60 minutes|50%|20%)/
    expect(text).not.toMatch(old)
  })
})
