import { signedInAt } from './support/citizen'
import { announcements, cardOf, voteButton } from './support/election'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { allowRenewals, expect, test } from './support/test'

const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'serial' })

const [BEFORE_NOON, PAST_NOON] = ['2026-02-05T11:50:00Z', '2026-02-05T12:00:05Z']

// Who stands in the demo nation.
const forPresident = { voted: 'Nyambura Njoroge', other: 'Alistair Pemberton' }
const forMinister = 'Théo Lefèvre'

test('on Thursday at noon the votes for president close, and the ministries open', async ({ visit, complaints }) => {
  await nation.advance(BEFORE_NOON)
  await addAccount(nation, { handle: 'zoe_votes', name: 'Zoë Votes', followers: 5, createdAt: '2021-05-01T00:00:00Z' })
  const page = await signedInAt(visit, nation, 'zoe_votes', '/elections?position=all')

  await test.step('before noon: president open, ministries not yet', async () => {
    await expect(page.getByRole('region', { name: 'Election phase' })).toContainText(
      'Phase one: President, Prime Minister, Secretary of State',
    )
    await voteButton(page, forPresident.voted).click()
    await expect(announcements(page)).toContainText(`You voted for ${forPresident.voted}.`)
    await expect(voteButton(page, forPresident.voted)).toHaveAccessibleName('Voted')
    await expect(voteButton(page, forPresident.other)).toHaveAccessibleName('Switch Vote')
    await expect(voteButton(page, forPresident.other)).toBeEnabled()
    await expect(voteButton(page, forMinister)).toBeDisabled()
    await expect(voteButton(page, forMinister)).toHaveAccessibleName('Vote')
    await expect(voteButton(page, forMinister)).toHaveAccessibleDescription(/Voting opens Thu,? 5 Feb, 12:00 UTC$/)
  })

  await nation.advance(PAST_NOON)

  await test.step('past noon, without a reload: president closed, ministries open', async () => {
    await expect(page.getByRole('region', { name: 'Election phase' })).toContainText('Phase two: the six ministries', {
      timeout: 30_000,
    })
    await expect(voteButton(page, forPresident.voted)).toBeDisabled()
    await expect(voteButton(page, forPresident.voted)).toHaveAccessibleName('Voted')
    await expect(voteButton(page, forPresident.other)).toBeDisabled()
    await expect(voteButton(page, forPresident.other)).toHaveAccessibleName('Voting Closed')
    await expect(voteButton(page, forPresident.other)).toHaveAccessibleDescription(
      /Voting closed Thu,? 5 Feb, 12:00 UTC$/,
    )
    await expect(voteButton(page, forMinister)).toBeEnabled()
    await voteButton(page, forMinister).click()
    await expect(announcements(page)).toContainText(`You voted for ${forMinister}.`)
    await expect(voteButton(page, forMinister)).toHaveAccessibleName('Voted')
  })

  await test.step('a candidate’s own page says the same', async () => {
    await cardOf(page, forPresident.other).getByRole('link', { name: forPresident.other }).click()
    const button = page.getByRole('complementary', { name: 'Ballot' }).getByRole('button', { name: /Vot/ })
    await expect(button).toHaveAccessibleName('Voting Closed')
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/Voting closed Thu,? 5 Feb, 12:00 UTC$/)
  })
  allowRenewals(complaints)
})

test('past noon no citizen can stand for president any more', async ({ visit }) => {
  const page = await signedInAt(visit, nation, 'ada_citizen', '/elections')
  await page.goto('/elections/create-profile')
  const president = page.getByRole('radio', { name: 'President', exact: true })
  await expect(president).toBeDisabled()
  await expect(president).toHaveAccessibleDescription(/Candidacies have closed\./)
  await expect(page.getByRole('radio', { name: 'Minister of Citizens' })).toBeEnabled()
})
