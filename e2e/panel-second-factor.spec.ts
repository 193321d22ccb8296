import { Secret, TOTP } from 'otpauth'
import { signedInAt } from './support/citizen'
import { TUESDAY, useNation } from './support/nation'
import { isOpenToAll, PHONE } from './support/page'
import { openPanel } from './support/panel'
import { expect, test, type Page } from './support/test'

const nation = useNation({ clock: TUESDAY })

const password = () => nation.admin?.password ?? ''
const enter = (page: Page, secret = password()) => openPanel(page, 'sign-ins', nation.admin?.username ?? '', secret)

/** The nation's time: authenticators and servers agree on it within a step. */
async function nationTime(): Promise<number> {
  return Number((await fetch(`${nation.origin}/api/health`)).headers.get('x-nation-time'))
}

/** What the authenticator shows `steps` steps from now. */
async function codeOf(key: string, steps = 0): Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  return totp.generate({ timestamp: (await nationTime()) + steps * 30_000 })
}

async function answerGate(page: Page, code: string): Promise<void> {
  await page.getByLabel('Username').fill(nation.admin?.username ?? '')
  await page.getByLabel('Password').fill(password())
  await page.getByLabel('Authenticator code').fill(code)
  await page.getByRole('button', { name: 'Enter' }).click()
}

test('an administrator sets up a second factor, and enters with its code and with a recovery code', async ({
  visit,
  complaints,
  expectAlarm,
}) => {
  const page = await signedInAt((at, path) => visit(at, path, { viewport: PHONE }), nation, 'alma_admin', '/admin')
  await enter(page)
  await page.getByRole('button', { name: 'Set up a second factor' }).click()
  await page
    .getByRole('form', { name: 'Set up a second factor' })
    .getByLabel(/^Your password/)
    .fill(password())
  await page.getByRole('button', { name: 'Go on' }).click()
  const form = page.getByRole('form', { name: 'Confirm the second factor' })
  await expect(page.getByRole('img', { name: 'The new second factor, for your authenticator' })).toBeVisible()
  await isOpenToAll(page)
  const key = await form.locator('code').innerText()
  await form.getByLabel('Six digits').fill(await codeOf(key))
  await form.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('list', { name: 'New recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await isOpenToAll(page)
  const recovery = await codes.first().innerText()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Leave the panel' }).click()

  expectAlarm('Invalid credentials')
  await answerGate(page, '')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid credentials' })).toBeVisible()
  // The code of the step before was good once; the next one is taken, as clocks differ a little.
  await answerGate(page, await codeOf(key, 1))
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave the panel' }).click()

  await answerGate(page, recovery)
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Open panel sessions' }).getByRole('listitem')).toHaveCount(1)
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401 .*admin\/authenticate/)
})
