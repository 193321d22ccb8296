import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { missingArchives } from './debian'
import { socketPath } from './engine'
import { isAtLeast } from './mariadb'
import { loadSecrets } from './secrets'

test('a wanted package of which apt fetched no archive is named', () => {
  const files = ['redis-server_7.0_amd64.deb', 'redis-tools_7.0_amd64.deb']
  expect(missingArchives(['redis-server', 'redis', 'redis-tools'], files)).toEqual(['redis'])
  expect(missingArchives(['redis-server=7.0', 'redis=7.0'], files)).toEqual(['redis=7.0'])
})

test.each([
  ['10.11.6', true],
  ['11.0.1', true],
  ['10.6.0', true],
  ['10.5.9', false],
  ['0.0.0', false],
])('MariaDB %s is new enough: %s', (version, enough) => {
  expect(isAtLeast(version, [10, 6])).toBe(enough)
})

test('a socket lies beside the data unless that path is too long for a socket', () => {
  expect(socketPath('/short', 'sql')).toBe('/short/sql')
  const far = socketPath(`/${'long'.repeat(40)}`, 'sql')
  expect(far.length).toBeLessThan(100)
  fs.rmSync(path.dirname(far), { recursive: true })
})

test('secrets are made once, differ from nation to nation, and only their owner reads them', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-secrets-'))
  const [one, two] = [path.join(folder, 'one.json'), path.join(folder, 'two.json')]
  expect(loadSecrets(one)).toEqual(loadSecrets(one))
  expect(loadSecrets(two).nation).not.toBe(loadSecrets(one).nation)
  expect(loadSecrets(one).nation.length).toBeGreaterThanOrEqual(32)
  expect(fs.statSync(one).mode & 0o777).toBe(0o600)
  fs.rmSync(folder, { recursive: true })
})
