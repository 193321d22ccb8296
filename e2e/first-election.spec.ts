import { signedInAt } from './support/citizen'
import { announcements, cardOf, stand, voteButton } from './support/election'
import { figures } from './support/figures'
import { THURSDAY, useNation } from './support/nation'
import { allowRenewals, expect, test } from './support/test'

// The demo nation in its week. In the next week only the test's candidates stand.
const nation = useNation({ clock: THURSDAY })
test.describe.configure({ mode: 'serial' })

const MONDAY = '2026-02-09T00:00:05Z'
const SUNDAY = '2026-02-15T23:50:00Z'
const PAST_MIDNIGHT = '2026-02-16T00:00:05Z'

const ministry = 'Minister of Development'
const ada = { position: ministry, displayName: 'Ada Lindgren', slogan: 'Written down, then built' }
const milo = { position: ministry, displayName: 'Milo Santos', slogan: 'Civil, and on time' }

test('on Sunday evening citizens stand and vote, and on Monday the winner governs', async ({ visit, complaints }) => {
  // A week that is found on its last evening has no election (decision 152): this one opens on its Monday.
  await nation.advance(MONDAY)
  const monday = await visit(nation, '/elections')
  await expect(monday.getByRole('region', { name: 'Election phase' })).toContainText('Week 7, 2026', {
    timeout: 60_000,
  })
  await monday.close()
  await nation.advance(SUNDAY)
  const onlooker = await visit(nation, '/gov-staff')
  await expect(onlooker.getByRole('list', { name: 'Cabinet positions' }).getByRole('article')).toHaveCount(9)

  const adasBrowser = await test.step('Ada signs in through X and stands for a ministry', async () => {
    const page = await signedInAt(visit, nation, 'ada_citizen', '/elections')
    await expect(page.getByRole('region', { name: 'Election phase' })).toContainText('Week 7, 2026')
    await expect(page.getByText('No candidates found for this position')).toBeVisible()
    await stand(page, ada)
    await figures(page.getByRole('complementary', { name: 'Ballot' }), { Votes: '0', Supporters: '0' })
    return page
  })

  await test.step('so does Milo', async () => {
    await stand(await signedInAt(visit, nation, 'milo_moderator', '/elections'), milo)
  })

  await test.step('three citizens vote, each by their own weight, and one switches', async () => {
    const wale = await signedInAt(visit, nation, 'wale_whale', '/elections')
    await voteButton(wale, milo.displayName).click()
    await expect(announcements(wale)).toContainText('You voted for Milo Santos.')
    await expect(voteButton(wale, milo.displayName)).toHaveAccessibleName('Voted')

    const piet = await signedInAt(visit, nation, 'piet_president', '/elections')
    await cardOf(piet, ada.displayName).getByRole('link', { name: ada.displayName }).click()
    await piet.getByRole('button', { name: 'Vote For Candidate' }).click()
    await expect(piet.getByRole('button', { name: 'Already Voted' })).toBeVisible()
    await figures(piet.getByRole('complementary', { name: 'Ballot' }), { Votes: '1.5', Supporters: '1' })

    const mina = await signedInAt(visit, nation, 'mina_minister', '/elections')
    await voteButton(mina, milo.displayName).click()
    await expect(voteButton(mina, milo.displayName)).toHaveAccessibleName('Voted')

    await expect(voteButton(wale, ada.displayName)).toHaveAccessibleName('Switch Vote')
    await voteButton(wale, ada.displayName).click()
    await expect(announcements(wale)).toContainText('Your vote is now with Ada Lindgren.')
    await expect(voteButton(wale, ada.displayName)).toHaveAccessibleName('Voted')
    await expect(voteButton(wale, milo.displayName)).toHaveAccessibleName('Switch Vote')
    await figures(adasBrowser.getByRole('complementary', { name: 'Ballot' }), { Votes: '3.5', Supporters: '2' })
  })

  await test.step('past midnight the winner sits in the cabinet, as everybody sees at once', async () => {
    await nation.advance(PAST_MIDNIGHT)
    const seat = onlooker.getByRole('article', { name: ministry })
    await expect(seat.getByRole('link', { name: ada.displayName })).toBeVisible({ timeout: 30_000 })
    await expect(seat).toContainText('Elected 16 Feb 2026 · 3.5 votes from 2')
    await figures(onlooker.getByRole('main'), { 'positions filled': '1 /9' })
    await expect(onlooker.getByText('Position Vacant')).toHaveCount(8)
    await expect(onlooker.getByRole('link', { name: 'Run for Office' })).toHaveCount(8)
  })

  await test.step('the next election is open, and has no candidates yet', async () => {
    await onlooker.getByRole('main').getByRole('link', { name: 'View Elections' }).click()
    const phase = onlooker.getByRole('region', { name: 'Election phase' })
    await expect(phase).toContainText('Week 8, 2026')
    await expect(phase).toContainText('Phase one: President, Prime Minister, Secretary of State')
    await figures(onlooker.getByRole('main'), { 'Total Candidates': '0', 'Elections Status': 'Active' })
    await expect(onlooker.getByText('No candidates found for this position')).toBeVisible()
    await expect(onlooker.getByRole('link', { name: 'Be the first candidate!' })).toBeVisible()
  })

  await test.step('the past result is readable: figures, shares and the rule that decided', async () => {
    await onlooker.getByRole('link', { name: 'Week 7, 2026' }).click()
    await expect(onlooker.getByRole('heading', { level: 1, name: 'Results' })).toBeVisible()
    await figures(onlooker.getByRole('main'), { Voters: '3', Candidates: '2', 'Seats filled': '1/9' })
    const result = onlooker.getByRole('region', { name: ministry })
    await expect(result).toContainText('5 votes from 3 voters')
    await expect(result).toContainText('Decided by weight: the most weighted votes.')
    await expect(result.getByRole('table')).toMatchAriaSnapshot(`
      - table "Candidates for Minister of Development":
        - rowgroup:
          - row "Place Candidate Votes Supporters Share"
        - rowgroup:
          - row "1 Ada Lindgren @ada_citizen 3.5 2 70.0%"
          - row "2 Milo Santos @milo_moderator 1.5 1 30.0%"
    `)
    await expect(onlooker.getByRole('region', { name: 'President' })).toContainText(
      'There was no candidate. The seat is vacant.',
    )
    await result.getByRole('table').getByRole('link', { name: ada.displayName }).click()
    await expect(onlooker.getByText('Won the seat.')).toBeVisible()
  })

  await test.step('the winner carries the office, and may stand again', async () => {
    await adasBrowser.goto('/')
    await adasBrowser.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
    await expect(adasBrowser.getByRole('dialog', { name: 'Citizen ID' })).toContainText(ministry)
    await adasBrowser.goto('/elections/create-profile')
    await expect(adasBrowser.getByText('You may stand.')).toBeVisible()
    await expect(adasBrowser.getByRole('form', { name: 'Candidate profile' })).toBeVisible()
  })
  allowRenewals(complaints)
})

test('the demo’s own election was counted on the way: its result is readable, too', async ({ visit }) => {
  const page = await visit(nation, '/elections')
  await page.getByRole('link', { name: 'Week 6, 2026' }).click()
  await expect(page.getByText('The votes were counted twice.')).toBeVisible()
  await figures(page.getByRole('main'), { 'Seats filled': '9/9' })
})
