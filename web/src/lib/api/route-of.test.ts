import { manifest } from '@nation/domain/contract/manifest'
import { expect, it } from 'vitest'
import { routeOf, type JsonCallId } from './route-of'

it('Each call is where its contract says', () => {
  const ids = Object.keys(manifest) as JsonCallId[]
  expect(Object.fromEntries(ids.map((id) => [id, routeOf(id)]))).toEqual(manifest)
})
