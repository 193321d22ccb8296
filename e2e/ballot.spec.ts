import { barriers, DESK, PHONE } from './support/page'
import { useNation } from './support/nation'
import { expect, test } from './support/test'

// A Wednesday: President, Prime Minister and Secretary are voted on.
const nation = useNation({ clock: '2026-02-04T10:00:00Z' })

for (const [where, viewport, within] of [
  ['on a desk', DESK, DESK.height],
  ['on a phone', PHONE, 500],
] as const) {
  test(`the first candidate begins within ${within} px of the top of the hub, ${where}`, async ({ visit }) => {
    const page = await visit(nation, '/elections', { viewport })
    const first = page.getByRole('list', { name: 'Candidates' }).getByRole('article').first()
    await expect(first).toBeVisible()
    const top = (await first.boundingBox())?.y ?? Infinity
    console.log(`${viewport.width} px wide: the first candidate begins at ${Math.round(top)} px`)
    expect(top).toBeLessThanOrEqual(within)
    expect(await barriers(page)).toEqual([])
  })
}
