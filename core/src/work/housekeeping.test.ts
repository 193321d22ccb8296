import { describe, expect, it } from 'vitest'
import { change } from '../platform'
import { aTuesday, useTestNation } from '../testing'
import { tidy } from '.'

const nation = useTestNation()
const day = 86_400_000

describe('Housekeeping', () => {
  it('forgets stored answers after their time, all of them, and nothing before', async () => {
    for (let i = 0; i < 3; i++) {
      const idempotency = { caller: '01890a5d-ac96-774b-bcce-b302099a8057', callId: 'test.add', key: `k${i}`, body: {} }
      await change(nation.runtime, { idempotency }, () => Promise.resolve(i))
    }
    expect(await tidy(nation.database, new Date(aTuesday.getTime() + day))).toBe(0)
    expect(await tidy(nation.database, new Date(aTuesday.getTime() + day + 1))).toBe(3)
  })
})
