import { createPanelAccount } from '@nation/core/admin'
import { deriveKeys } from '@nation/core/auth'
import { change } from '@nation/core/platform'
import { aCitizen } from '@nation/core/testing'
import { expect, it } from 'vitest'
import { testSecret, useTestApi } from '../testing'

const api = useTestApi({ trustProxy: true })

it('Guesses at the panel are counted by network: half of an IPv6 address is one’s own to choose', async () => {
  const { handle } = await aCitizen(api.nation.database)
  // Guesses are counted in Redis, which outlives a test.
  const username = `boss${process.pid}.${Date.now()}`
  const password = 'a long enough password'
  await change(api.nation.runtime, {}, (ctx) =>
    createPanelAccount(ctx, deriveKeys(testSecret), { username, password, handle, withTotp: false }),
  )
  const enter = async (from: string, guess: string) => {
    const headers = { 'x-forwarded-for': from }
    return (await api.send('POST', '/api/admin/authenticate', { body: { username, password: guess }, headers })).status
  }
  const network = `2001:db8:${process.pid.toString(16).slice(-4)}`
  for (let i = 1; i <= 5; i++) expect(await enter(`${network}:1::${i}`, `guess number ${i}`)).toBe(401)
  expect(await enter(`${network}:1:ffff::77`, password)).toBe(429)
  expect(await enter(`${network}:2::1`, password)).toBe(200)
})
