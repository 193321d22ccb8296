import { aCitizen, lockWaits } from '@nation/core/testing'
import { allCalls } from '@nation/domain/contract'
import { expect, it } from 'vitest'
import { bindings } from '../bindings'
import { useTestApi } from '../testing'

const api = useTestApi()

it('A citizen ends their sessions while slow changes of theirs wait', async () => {
  const citizen = await aCitizen(api.nation.database)
  const token = await api.tokenOf(citizen)
  const holder = api.nation.database.createQueryRunner()
  await holder.startTransaction('READ COMMITTED')
  await holder.query('SELECT id FROM citizens WHERE id = ? FOR UPDATE', [citizen.id])
  const wait = () =>
    api.send('POST', '/api/user/update-profile-picture', { token, body: { profilePictureUrl: '/media/mine.png' } })
  const waiting = [wait(), wait(), wait(), wait()]
  const waits = () => lockWaits(api.nation.database)
  await expect.poll(waits, { timeout: 10_000, interval: 100 }).toBe(1)
  try {
    const ended = await api.send('POST', '/api/auth/logout-everywhere', { token, body: {} })
    expect([ended.status, ended.body.ended]).toEqual([200, 1])
    expect(await waits()).toBe(1)
  } finally {
    await holder.rollbackTransaction()
    await holder.release()
    await Promise.allSettled(waiting)
  }
})

it('Every call that ends sessions of its caller waits for no other change of theirs', () => {
  const ends = allCalls.filter(({ id }) => /logout|revoke-device/.test(id)).map(({ id }) => id)
  expect(ends).toEqual(expect.arrayContaining(['auth.logout', 'auth.logout-everywhere', 'admin.revoke-device']))
  expect(ends.filter((id) => !bindings[id]?.endsSessions)).toEqual([])
})
