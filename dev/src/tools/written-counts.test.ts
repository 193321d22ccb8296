import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** Numbers of offices as sentences would have them. */
const written = /\b(?:three|six|nine|ten) (?:[a-z]+ )?(?:offices|ministries|seats)\b/i

/** A line without a comment, or a drawing's seed, which nobody reads. */
const said = (line: string): string => line.replace(/^\s*(?:\/?\*|\/\/).*|\/[/*].*|seed="[^"]*"/g, '')

const sources = ['domain', 'core', 'api', 'web'].flatMap((name) =>
  fs
    .readdirSync(path.join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(name, 'src', file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing(\/|\.)|\/gallery\//.test(file)),
)

describe('How many offices there are', () => {
  it('is counted, and written out in no sentence: a further office changes four files', () => {
    const counted = sources.flatMap((file) =>
      fs
        .readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .filter((line) => written.test(said(line)))
        .map(() => file),
    )
    expect(counted).toEqual([])
    expect(sources.length).toBeGreaterThan(500)
  })
})
