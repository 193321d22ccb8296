import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCalls } from '.'

const features = new URL('../../../web/src/features', import.meta.url).pathname
const screens = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(features, file), 'utf8'))

/** Calls that take an optional reason for a deletion. */
const deletions = allCalls.filter(({ input }) => {
  const { reason } = input.shape as Record<string, { description?: string }>
  return reason?.description?.includes('read it in the audit')
})

/** The module that asks: the one that makes the call, or the one with the function that it hands the call to as `removal`. */
function asking(text: string): string {
  const [, handedTo] = /(\w+)\(\w+, removal\b/.exec(text) ?? []
  if (!handedTo) return text
  return screens.find((screen) => screen.includes(`export async function ${handedTo}(`)) ?? ''
}

describe('A deletion that takes a reason', () => {
  it.each(deletions.map(({ id }) => id))('%s is asked for with a field for it, on every screen that makes it', (id) => {
    const makers = screens.filter((text) => new RegExp(`use(Panel)?(Change|Command)\\('${id}'`).test(text))
    expect(makers.length).toBeGreaterThan(0)
    for (const text of makers) expect(asking(text)).toMatch(/await confirmDeletion\([\s\S]*\.\.\.confirmed/)
  })
})
