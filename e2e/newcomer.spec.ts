import { allowOutage, outageAlarm } from './support/outage-words'
import { expectSignedOut, signIn } from './support/citizen'
import { announcements } from './support/election'
import { addAccount, TUESDAY, useNation } from './support/nation'
import { DESK, PHONE, settled } from './support/page'
import { expect, test, type Page } from './support/test'
import { keeps, workerServes } from './support/worker'

const nation = useNation({ clock: TUESDAY, precache: true })

test.use({ motion: true })

/** Presses 'Enter' as soon as the gate is seen: it works from the first paint. */
async function enterAtOnce(page: Page): Promise<void> {
  const gate = page.getByRole('dialog', { name: 'Entering Nation' })
  await gate.getByRole('button', { name: 'Enter' }).click()
  await expect(gate).toBeHidden()
}

/** Follows a link of the header, which a phone has in its menu, until its page is drawn, which has the focus then. */
async function follow(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (page.viewportSize()!.width === PHONE.width) {
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await menu.click()
  }
  const link = page.locator('#menu').getByRole('link', { name, exact: true, includeHidden: true })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main')).toBeFocused()
}

for (const [viewport, handle] of [
  [DESK, 'nina_newcomer'],
  [PHONE, 'noel_newcomer'],
] as const) {
  test(`a newcomer’s first five minutes, at ${viewport.width} px`, async ({ browserOf, complaints, expectAlarm }) => {
    await addAccount(nation, { handle, name: handle, followers: 40, createdAt: '2020-03-01T00:00:00Z' })
    const context = await browserOf(nation, { viewport, beforeTheGate: true })

    await test.step('the gate opens at once, and stays open', async () => {
      const first = await context.newPage()
      await first.goto('/')
      await enterAtOnce(first)
      await workerServes(first)
      await keeps(first, 'GovStaff')
      await first.close()
    })

    const page = await context.newPage()
    await test.step('on the second visit they sign in where they are, and come back to it', async () => {
      await page.goto('/vote')
      await workerServes(page)
      await signIn(page, handle)
      await expect(page).toHaveURL(`${nation.origin}/vote`)
      await expect(page.getByRole('heading', { level: 1, name: 'Vote Hub' })).toBeVisible()
    })

    await test.step('they vote', async () => {
      const poll = page.getByRole('main').getByRole('article').first()
      await poll.getByRole('button').first().click()
      await poll.getByRole('radio').first().check()
      await poll.getByRole('button', { name: 'Submit Vote' }).click()
      await expect(announcements(page)).toContainText('Vote submitted successfully!')
      await expect(poll.getByText('Your vote')).toBeVisible()
    })

    await test.step('in a tunnel, links open what is on the device', async () => {
      // The bank says that its figures could not be read.
      expectAlarm(outageAlarm)
      await context.setOffline(true)
      await expect(page.getByText('You are offline.')).toBeVisible()
      for (const [name, path] of [
        ['GOV STAFF', '/gov-staff'],
        ['BANK', '/bank'],
        ['HOME', '/'],
      ] as const) {
        await follow(page, name)
        await expect(page).toHaveURL(`${nation.origin}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (path === '/bank') await expect(page.getByText(outageAlarm).first()).toBeVisible({ timeout: 60_000 })
      }
      await context.setOffline(false)
      await expect(page.getByText('You are offline.')).toBeHidden()
      allowOutage(complaints)
    })

    await test.step('back online they read on and sign out', async () => {
      await follow(page, 'GOV STAFF')
      await settled(page)
      await page.getByRole('banner').getByRole('button', { name: 'PROFILE' }).click()
      const card = page.getByRole('dialog', { name: 'Citizen ID' })
      await card.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expectSignedOut(page)
      await expect(announcements(page)).toContainText('You are signed out.')
    })
  })
}
