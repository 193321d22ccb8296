import { expect, type Locator, type Page } from '@playwright/test'

/** How many steps a control may be away. */
const most = 120

/** Goes to a control by the Tab key alone, as a visitor without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < most; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not come to ${String(target)}.`)
}
