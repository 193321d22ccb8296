import { afterEach, expect, test, vi } from 'vitest'
import { builtProduct } from './product'

afterEach(() => {
  vi.unstubAllEnvs()
})

const nodeArgs = () => builtProduct.database(['status']).args.slice(0, -2)

test('stacks of the built product name its sources, unless source maps are switched off', () => {
  vi.stubEnv('NATION_PLAIN_STACKS', '')
  expect(nodeArgs()).toEqual(['--enable-source-maps'])
  vi.stubEnv('NATION_PLAIN_STACKS', 'yes')
  expect(nodeArgs()).toEqual([])
})
