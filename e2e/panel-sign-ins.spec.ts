import { signedInAt } from './support/citizen'
import { announcements } from './support/election'
import { TUESDAY, useNation } from './support/nation'
import { isOpenToAll } from './support/page'
import { openPanel } from './support/panel'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

const enter = (page: Page, password = nation.admin?.password ?? '') =>
  openPanel(page, 'sign-ins', nation.admin?.username ?? '', password)

test('other people’s guesses lock no known device out, and are shown after the next sign-in', async ({
  visit,
  complaints,
  expectAlarm,
}) => {
  expectAlarm('Invalid credentials')
  expectAlarm('Rate limit exceeded. Please try again later.')
  const own = await signedInAt(visit, nation, 'alma_admin', '/admin')
  await enter(own)
  await expect(own.getByRole('list', { name: 'Known devices' })).toContainText('This device')
  await own.getByRole('button', { name: 'Leave the panel' }).click()

  const stranger = await signedInAt(visit, nation, 'ada_citizen', '/admin')
  for (let guess = 0; guess < 5; guess++) {
    await enter(stranger, `guess number ${guess}`)
    await expect(stranger.getByRole('alert').filter({ hasText: 'Invalid credentials' })).toBeVisible()
  }
  await enter(stranger)
  await expect(stranger.getByRole('alert').filter({ hasText: 'Rate limit exceeded' })).toContainText(/\d second/)

  await enter(own)
  await expect(own.getByRole('region', { name: 'Failed tries' })).toContainText('5 tries to sign in failed')
  await isOpenToAll(own)
  await own.getByRole('button', { name: /^Revoke/ }).click()
  await own.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(announcements(own)).toContainText('no longer a known device')
  await expect(own.getByText('No device is known.')).toBeVisible()
  await own.getByRole('link', { name: 'Members' }).click()
  const notice = own.getByRole('complementary', { name: 'About your sign-ins' })
  await expect(notice).toContainText('5 tries to sign in failed')
  await isOpenToAll(own)
  await notice.getByRole('button', { name: 'I have read this' }).click()
  await expect(notice).toHaveCount(0)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/(401|429) .*admin\/authenticate/)
})
