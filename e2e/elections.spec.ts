import { deflateSync } from 'node:zlib'
import type { Locator } from '@playwright/test'
import { signedInAt } from './support/citizen'
import { announcements, cardOf, voteButton } from './support/election'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { accessibilityProblems, DESK, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'

// President, Prime Minister and Secretary are voted on; candidacies for all positions are open.
const nation = useNation({ clock: TUESDAY })
test.describe.configure({ mode: 'default' })

// Who stands for president in the demo nation.
const [first, second] = ['Nyambura Njoroge', 'Alistair Pemberton'] as const
const forMinister = 'Théo Lefèvre'

const form = (page: Page) => page.getByRole('form', { name: 'Candidate profile' })
const answer = (page: Page, yes: string) =>
  page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click()

/** Looked at from the top: what the header lies over half-way down would count as too small to be pressed. */
async function keepsNobodyOut(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  expect(await accessibilityProblems(page)).toEqual([])
}

/**
 * What holds on a desk and on a phone: it is looked at as wide as the page is, and then as wide as the other. So a journey
 * goes on at the other width after each of these, and nothing has to be done twice.
 */
async function atBothWidths(page: Page, check: () => Promise<void>): Promise<void> {
  const onPhone = page.viewportSize()?.width === PHONE.width
  for (const viewport of onPhone ? [PHONE, DESK] : [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await check()
    await keepsNobodyOut(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
}

/** A picture of one colour, as a file that a citizen chooses. */
function picture(name: string) {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * 64, 0x5a)])
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 2, 0, 0, 0])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 64 }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const buffer = Buffer.concat([signature, part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.alloc(0))])
  return { name, mimeType: 'image/png', buffer }
}

function crc(data: Buffer): number {
  let sum = 0xffffffff
  for (const byte of data) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** Presses a vote button, and reads what it says while the answer is held back; `others` can not be pressed meanwhile. */
async function press(page: Page, button: Locator, says: string, others: Locator[], after: string): Promise<void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.context().route('**/api/votes/cast', async (route) => {
    await held
    await route.continue()
  })
  await button.click()
  await expect(button).toHaveText(says)
  for (const other of others) await expect(other).toBeDisabled()
  release()
  await expect(button).toHaveText(after)
  await page.context().unroute('**/api/votes/cast')
}

for (const [where, viewport, handle] of [
  ['on a desk', DESK, 'dora_desk'],
  ['on a phone', PHONE, 'phil_phone'],
] as const) {
  test(`votes are given, switched and repeated one at a time, ${where}`, async ({ visit }) => {
    await addAccount(nation, { handle, name: handle, followers: 5, createdAt: '2021-05-01T00:00:00Z' })
    const page = await signedInAt((at, path) => visit(at, path, { viewport }), nation, handle, '/elections')
    const [one, other] = [voteButton(page, first), voteButton(page, second)]

    await test.step('the hub: Voting..., Switching..., Changing..., and what stands after each', async () => {
      await page
        .getByRole('group', { name: 'Position' })
        .getByRole('button', { name: /President/ })
        .first()
        .click()
      await expect(one).toHaveText('Vote')
      await press(page, one, 'Voting...', [other], '✓ Voted')
      await expect(other).toHaveText('Switch Vote')
      await press(page, other, 'Switching...', [one], '✓ Voted')
      await expect(one).toHaveText('Switch Vote')
      await press(page, other, 'Changing...', [one], '✓ Voted')
      await expect(announcements(page)).toContainText(`Your vote for ${second} stands.`)
    })

    await test.step('why the vote weighs what it weighs', async () => {
      await page.getByRole('button', { name: 'Why this weight?' }).click()
      const slip = page.getByRole('region', { name: 'Why this weight?' })
      await expect(slip).toContainText('None of your wallets is on the roll.')
      await expect(slip).toContainText('Base Citizen')
      await expect(page.getByRole('list', { name: 'Your votes by seat' }).getByRole('button').first()).toContainText(
        'Voted',
      )
      await keepsNobodyOut(page)
    })

    await test.step('the candidate’s page: Already Voted, and Vote For Candidate elsewhere', async () => {
      await cardOf(page, second).getByRole('link', { name: second }).click()
      const ballot = page.getByRole('complementary', { name: 'Ballot' })
      await expect(ballot.getByRole('button', { name: /Already Voted/ })).toBeEnabled()
      await page.goto('/elections?position=secretary')
      await page.getByRole('list', { name: 'Candidates' }).getByRole('article').first().getByRole('link').click()
      const vote = ballot.getByRole('button', { name: /Vot/ })
      await expect(vote).toHaveText('Vote For Candidate')
      await press(page, vote, 'Voting...', [], '✓ Already Voted')
      await keepsNobodyOut(page)
    })

    await test.step('a ministry waits for Thursday', async () => {
      await page.goto(`/elections?search=${encodeURIComponent(forMinister)}`)
      await expect(voteButton(page, forMinister)).toBeDisabled()
      await expect(voteButton(page, forMinister)).toHaveAccessibleDescription(/Voting opens Thu,? 5 Feb, 12:00 UTC$/)
    })
  })
}

test('a citizen stands with a gallery, edits, meets the bounds of others, and withdraws', async ({
  visit,
  expectAlarm,
  complaints,
}) => {
  expectAlarm('Missing Information: Please fill in all required fields')
  expectAlarm('Access Denied: You can only edit your own candidate profile')
  const page = await signedInAt(visit, nation, 'ada_citizen', '/elections')
  await page.getByRole('main').getByRole('link', { name: 'Run for Office' }).click()

  await test.step('what is missing is named, the attachment too', async () => {
    await form(page).getByRole('radio', { name: 'Minister of Creativity' }).check()
    await form(page).getByRole('button', { name: 'Create' }).click()
    await expect(form(page).getByRole('alert').first()).toContainText(
      'Missing Information: Please fill in all required fields',
    )
    await atBothWidths(page, async () => {
      await expect(form(page).getByText('This attachment is required', { exact: true })).toBeVisible()
      await expect(form(page).getByRole('radio', { name: 'Minister of Creativity' })).toBeChecked()
    })
  })

  await test.step('pictures are uploaded, and the draft outlives a reload', async () => {
    await form(page).getByLabel('Upload Gallery').setInputFiles(picture('harbour.png'))
    await expect(form(page).getByRole('button', { name: /^Remove Gallery/ })).toHaveCount(1)
    await form(page).getByRole('textbox', { name: 'Campaign slogan' }).fill('Colour for every quarter')
    await form(page).getByRole('link', { name: 'Cancel' }).click()
    await atBothWidths(page, () => expect(page.getByRole('dialog').getByRole('button', { name: 'Stay' })).toBeVisible())
    await answer(page, 'Stay')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await atBothWidths(page, () => expect(page.getByText('What you wrote before is back')).toBeVisible())
    await expect(form(page).getByRole('textbox', { name: 'Campaign slogan' })).toHaveValue('Colour for every quarter')
  })

  await test.step('a name that an official has is refused at its field, which has the focus', async () => {
    for (const field of ['Bio', 'Vision', 'Why vote for me']) {
      await form(page).getByRole('textbox', { name: field, exact: true }).fill('I paint what we decide.')
    }
    const name = form(page).getByRole('textbox', { name: 'Display name' })
    const own = await name.inputValue()
    await name.fill('Piet de Vries')
    await form(page).getByRole('button', { name: 'Create' }).click()
    await atBothWidths(page, async () => {
      await expect(name).toBeFocused()
      await expect(name).toHaveAccessibleDescription(/This looks like the name of an official\./)
    })
    await name.fill(own)
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/409 .*candidates\/create/)])
  })

  await test.step('the candidacy stands, and its gallery opens in full', async () => {
    await form(page).getByRole('button', { name: 'Create' }).click()
    await expect(announcements(page)).toContainText('Your candidacy stands.')
    const ballot = page.getByRole('complementary', { name: 'Ballot' })
    await atBothWidths(page, async () => {
      await expect(ballot.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
      await expect(ballot.getByRole('button', { name: 'Delete' })).toBeVisible()
      await expect(ballot.getByRole('button', { name: 'Vote For Candidate' })).toBeDisabled()
    })
    await page
      .getByRole('button', { name: /View Full Size/ })
      .first()
      .click()
    const inFull = page.getByRole('dialog', { name: 'Gallery 1' }).getByRole('img', { name: 'Gallery 1' })
    await atBothWidths(page, () => expect(inFull).toBeVisible())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('an edit is saved, and two seconds later its page shows it', async () => {
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport)
      const slogan = `Colour for all, ${viewport.width} times`
      await page.getByRole('link', { name: 'Edit Profile' }).click()
      await form(page).getByRole('textbox', { name: 'Campaign slogan' }).fill(slogan)
      await keepsNobodyOut(page)
      await form(page).getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Your page opens in a moment.')).toBeVisible()
      await expect(page).toHaveURL(/\/elections\/candidate\//)
      await expect(page.getByText(slogan)).toBeVisible()
    }
  })

  await test.step('no citizen edits what is not theirs', async () => {
    await page.goto(`/elections?search=${encodeURIComponent(first)}`)
    const path = await cardOf(page, first).getByRole('link', { name: first }).getAttribute('href')
    await page.goto(`/elections/edit-profile/${path?.split('/').at(-1)}`)
    const denied = page.getByText('Access Denied: You can only edit your own candidate profile')
    await atBothWidths(page, () => expect(denied).toBeVisible())
    await page.goto('/elections/edit-profile')
    await expect(page).toHaveURL(/\/elections$/)
  })

  await test.step('withdrawing frees for another candidacy', async () => {
    await page.goto('/elections/create-profile')
    const onlyOne = page.getByText('You already have an active candidate profile.')
    await atBothWidths(page, () => expect(onlyOne).toBeVisible())
    await page.getByRole('link', { name: 'View Campaign' }).click()
    await page.getByRole('complementary', { name: 'Ballot' }).getByRole('button', { name: 'Delete' }).click()
    await answer(page, 'Delete')
    await expect(announcements(page)).toContainText('Your candidacy is withdrawn.')
    await page.goto('/elections/create-profile')
    await expect(form(page)).toBeVisible()
  })
})

test('an administrator deletes a candidate, plans an election and cancels it; everybody reads what was', async ({
  visit,
}) => {
  const page = await signedInAt(visit, nation, 'alma_admin', '/elections')

  await test.step('deleting asks first', async () => {
    await page.getByRole('searchbox', { name: 'Search candidates' }).fill(forMinister.slice(0, 4))
    await cardOf(page, forMinister)
      .getByRole('button', { name: `Delete ${forMinister}` })
      .click()
    await answer(page, 'Delete')
    await expect(announcements(page)).toContainText(`${forMinister} no longer stands.`)
    await atBothWidths(page, async () => {
      await expect(page.getByText(`Nothing matches “${forMinister.slice(0, 4)}”.`)).toBeVisible()
    })
  })

  await test.step('what overlaps is refused with the reason, what does not is planned', async () => {
    await page.goto('/elections?view=upcoming')
    await page.getByRole('button', { name: 'Plan an election' }).click()
    const plan = page.getByRole('form', { name: 'Plan an election' })
    await plan.getByLabel(/^Opens/).fill('2026-02-08T00:00')
    await atBothWidths(page, async () => {
      await expect(plan).toContainText('Overlaps the election from Mon 2 Feb, 00:00 UTC to Mon 9 Feb, 00:00 UTC.')
      await plan.getByRole('button', { name: 'Plan Election' }).click()
      await expect(plan.getByLabel(/^Opens/)).toBeFocused()
    })
    await plan.getByLabel(/^Opens/).fill('2026-02-10T00:00')
    await plan.getByLabel(/^Closes/).fill('2026-02-14T00:00')
    await plan.getByRole('button', { name: 'Plan Election' }).click()
    await expect(announcements(page)).toContainText('The election is planned.')
    await expect(page.getByRole('listitem').filter({ hasText: 'Upcoming' })).toContainText('Thu 12 Feb, 00:00 UTC')
  })

  await test.step('and cancelled again, for a reason, after a question', async () => {
    await page.getByRole('button', { name: /^Cancel the election of/ }).click()
    const cancellation = page.getByRole('form', { name: /^Cancel the election of/ })
    await cancellation.getByRole('button', { name: 'Cancel Election' }).click()
    await atBothWidths(page, () => expect(cancellation.getByText('Please give a reason.')).toBeVisible())
    await cancellation.getByLabel(/^Why is it cancelled/).fill('The dates were mistaken.')
    await cancellation.getByRole('button', { name: 'Cancel Election' }).click()
    await answer(page, 'Cancel Election')
    await expect(announcements(page)).toContainText('The election is cancelled.')
    await expect(page.getByRole('listitem').filter({ hasText: 'Upcoming' })).toHaveCount(0)
  })

  for (const viewport of [DESK, PHONE]) {
    await test.step(`history and results at ${viewport.width} pixels`, async () => {
      await page.setViewportSize(viewport)
      await page.goto('/elections?view=past')
      await settled(page)
      await expect(page.getByRole('article', { name: /^Government/ }).first()).toContainText('Piet de Vries')
      await keepsNobodyOut(page)
      await page
        .getByRole('article', { name: /^Government/ })
        .first()
        .getByRole('link', { name: 'Results' })
        .click()
      await settled(page)
      await page.getByRole('radio', { name: 'Voters' }).check()
      await expect(page.getByText('Shares of voters, by seat')).toBeVisible()
      await keepsNobodyOut(page)
    })
  }

  await test.step('the files say what the screen says', async () => {
    const president = page.getByRole('region', { name: 'President', exact: true })
    await page.getByRole('radio', { name: 'Weight' }).check()
    const row = president.getByRole('row').nth(1)
    const [winner, votes, share] = await Promise.all([
      row.getByRole('rowheader').getByRole('link').innerText(),
      row.getByRole('cell').nth(1).innerText(),
      row.getByRole('cell').last().innerText(),
    ])
    expect(share).toMatch(/^\d+\.\d%$/)
    const percent = share.replace('%', '')
    for (const format of ['CSV', 'JSON']) {
      const href = await page.getByRole('link', { name: format }).getAttribute('href')
      const file = await page.request.get(href ?? '')
      expect(file.headers()['content-disposition']).toContain('attachment')
      const text = await file.text()
      expect(text).toContain(winner)
      expect(text).toContain(votes.replaceAll(',', ''))
      const line = text.split('\r\n').find((one) => one.includes(`,${winner},`))
      if (format === 'CSV') expect(line).toContain(`,${percent},`)
      else expect(text).toContain(`"share": ${Number(percent)},`)
    }
  })
})
