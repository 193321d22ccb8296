import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** A candidate's card in the elections hub. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Candidates' }).getByRole('article', { name })
}

/** The button on a candidate's card that votes, switches, or says why it does neither. */
export function voteButton(page: Page, name: string): Locator {
  return cardOf(page, name).getByRole('button', { name: /Vot(e|ed|ing)|Switching|Changing/ })
}

/** What is announced at the moment. */
export function announcements(page: Page): Locator {
  return page.getByRole('region', { name: 'Announcements' })
}

export interface Candidacy {
  position: string
  displayName: string
  slogan: string
}

/** Fills in the form with which one stands, and sends it; ends on the candidate's page. */
export async function stand(page: Page, { position, displayName, slogan }: Candidacy): Promise<void> {
  await page.goto('/elections')
  await page.getByRole('main').getByRole('link', { name: 'Run for Office' }).click()
  const form = page.getByRole('form', { name: 'Candidate profile' })
  await form.getByRole('radio', { name: position }).check()
  const texts = {
    'Display name': displayName,
    Bio: `${displayName} has kept the lights on in three communities.`,
    'Campaign slogan': slogan,
    Vision: 'A nation that ships on Tuesday what it decided on Monday.',
    'Goal 1': 'One page of what is under way',
    'Promise 1': 'I answer within a day',
    'Why vote for me': 'I have done it before, and I write everything down.',
  }
  for (const [label, text] of Object.entries(texts)) {
    await form.getByRole('textbox', { name: label, exact: true }).fill(text)
  }
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(announcements(page)).toContainText('Your candidacy stands.')
  await expect(page.getByRole('heading', { level: 1, name: displayName })).toBeVisible()
}
