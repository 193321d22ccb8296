import { accessibilityProblems } from './support/page'
import { expect, test } from './support/test'

/** The rules that a page breaks, as the journeys ask for them. */
const idsOf = (problems: readonly string[]) => problems.map((problem) => problem.split(' ')[0])

const pageOf = (body: string) => `<!doctype html><html lang="en"><title>A page</title><main>${body}</main></html>`

test('the accessibility check finds what it is there for, and nothing else', async ({ page }) => {
  const faint = 'color: rgb(0 0 0 / 0.3)'
  await page.setContent(
    pageOf(`<h1 style="color: black">Faint</h1><p style="${faint}">One</p><p style="${faint}">Two</p>
      <p style="color: #777; background: #888">Three</p><button></button>`),
  )
  const everything = await accessibilityProblems(page)
  expect(idsOf(everything)).toEqual(['button-name', 'color-contrast'])
  expect(everything[0]).toContain('as button: ')
  expect(everything[1]).toContain('at 3 places')
  expect(idsOf(await accessibilityProblems(page, 'colours'))).toEqual(['color-contrast'])

  await page.setContent(pageOf('<h1>Clear</h1><p>One</p><p style="color: black">Two</p><button>Three</button>'))
  expect(await accessibilityProblems(page)).toEqual([])
})

test('the accessibility check judges what fades in at its end, also what is left out of the drawing', async ({
  page,
}) => {
  test.setTimeout(60_000)
  const section = '<section style="content-visibility: auto"><p>Faint at first</p></section>'
  const fading = '@keyframes fade { from { opacity: 0.1 } } p { animation: fade 600s; color: #444 }'
  await page.setContent(pageOf(`<h1>Moving</h1><style>${fading}</style>${section}`))
  const states = () => page.evaluate(() => document.getAnimations().map(({ playState }) => playState))
  expect(await states()).toEqual(['running'])
  expect(await accessibilityProblems(page)).toEqual([])

  await page.setContent(pageOf(`<h1>Moving</h1><style>${fading}</style>${section}`))
  expect(await states()).toEqual(['running'])
  await page.addStyleTag({ content: 'section { margin-top: 9000px }' })
  await expect(async () => {
    const isDrawn = await page
      .getByText('Faint')
      .evaluate((part) => part.checkVisibility({ contentVisibilityAuto: true }))
    expect(isDrawn).toBe(false)
  }).toPass()
  expect(await states()).toEqual(['running'])
  expect(await accessibilityProblems(page)).toEqual([])
})
