import type { RunningNation } from '@nation/dev/nation'
import { expect, type Page } from '@playwright/test'

/** The page where the stand-in for X asks who one is. */
export async function expectXPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to Nation' })).toBeVisible()
}

/** Picks a person on the stand-in's page, as a visitor does: by searching. */
export async function pick(page: Page, handle: string): Promise<void> {
  await expectXPage(page)
  await page.getByLabel('Find someone').fill(handle)
  await page.getByRole('button', { name: `@${handle}` }).click()
}

/** Signs in by the header's button and the stand-in's page; comes back to where it began. */
export async function signIn(page: Page, handle: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true }).click()
  await pick(page, handle)
  await expectSignedIn(page)
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: 'PROFILE' })).toBeVisible()
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: 'CONNECT', exact: true })).toBeVisible()
}

/**
 * Signs a person in, in a browser of their own, and goes to a page: by the addresses that the button in the header leads to, with the
 * person named for the stand-in, so that the app is loaded once and not three times.
 */
export async function signedInAt(
  visit: (nation: RunningNation, path?: string) => Promise<Page>,
  nation: RunningNation,
  handle: string,
  path: string,
): Promise<Page> {
  const page = await visit(nation, 'about:blank')
  const query = new URLSearchParams({ login_hint: handle, returnTo: path })
  await page.goto(`/api/auth/x/login?${query.toString()}`)
  await expectSignedIn(page)
  return page
}
