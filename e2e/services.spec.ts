import fs from 'node:fs'
import path from 'node:path'
import { TUESDAY, useNation } from './support/nation'
import { expect, test } from './support/test'

const nation = useNation({ clock: TUESDAY })

interface Health {
  journal: { waiting: number }
}

interface RunFile {
  processes: Record<string, { pid: number }>
}

const pids = () => {
  const { processes } = JSON.parse(fs.readFileSync(path.join(nation.dataDir, 'run.json'), 'utf8')) as RunFile
  return Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid]))
}

for (const name of ['database', 'redis']) {
  test(`the nation goes on after its ${name} was killed, without a restart of anything else`, async ({ request }) => {
    const before = pids()
    const candidates = () => request.get(`${nation.origin}/api/candidates/list`)
    expect((await candidates()).status()).toBe(200)
    await nation.kill(name)
    const statuses = new Set<number>()
    await expect(async () => {
      const health = await request.get(`${nation.origin}/api/health`)
      statuses.add(health.status()).add((await candidates()).status())
      // Also what the workers do by themselves: nothing waits for its number.
      expect(await health.json()).toMatchObject({
        status: 'ok',
        database: { ok: true },
        redis: { ok: true },
        queues: { ok: true },
        journal: { waiting: 0 },
      })
      expect((await candidates()).status()).toBe(200)
    }).toPass({ timeout: 60_000, intervals: [50] })
    for (const status of statuses) expect([200, 503]).toContain(status)
    if (name === 'database') expect(statuses).toContain(503)
    const after = pids()
    expect(after[name]).not.toBe(before[name])
    expect({ ...after, [name]: 0 }).toEqual({ ...before, [name]: 0 })
    // A change is committed by the API of before, and numbered by the workers of before.
    const { username, password } = nation.admin ?? {}
    const data = { username, password }
    expect((await request.post(`${nation.origin}/api/admin/authenticate`, { data })).status()).toBe(200)
    await expect
      .poll(async () => ((await (await request.get(`${nation.origin}/api/health`)).json()) as Health).journal.waiting)
      .toBe(0)
  })
}
