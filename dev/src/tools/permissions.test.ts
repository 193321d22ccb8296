import fs from 'node:fs'
import path from 'node:path'
import { permissions } from '@nation/domain/permissions'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const packages = ['domain', 'core', 'api', 'workers', 'web', 'desktop']

/** Functions that ask `can` for a permission that their caller names. */
const asking = ['can', 'taskForChange']

const sources = packages.flatMap((name) =>
  fs
    .readdirSync(path.join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|[/-])testing(\/|\.)/.test(file))
    .map((file) => fs.readFileSync(path.join(root, name, 'src', file), 'utf8')),
)

const isAsked = (permission: string): boolean => {
  const named = `'${permission.replaceAll('.', '\\.')}'`
  const asked = new RegExp(`\\bcan: ${named}|\\b(?:${asking.join('|')})\\((?:[^();]|\\([^()]*\\))*${named}`)
  return sources.some((text) => asked.test(text))
}

describe('A permission', () => {
  it('is asked by a call or by code, so that whoever changes its rule changes the product', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(permissions.filter((permission) => !isAsked(permission))).toEqual([])
  })
})
