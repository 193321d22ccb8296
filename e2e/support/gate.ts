import type { Locator, Page } from '@playwright/test'

/** The consent gate, 'Entering Nation'. */
export const gate = (page: Page): Locator => page.getByRole('dialog', { name: 'Entering Nation' })
