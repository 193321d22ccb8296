import { describe, expect, it } from 'vitest'
import { startUpdates } from './updates'
import type { Updater, UpdateSetting } from './updates'

class FakeUpdater implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = false
  allowDowngrade = true
  allowPrerelease = true
  checks = 0
  on = () => {}
  async checkForUpdatesAndNotify(): Promise<unknown> {
    this.checks++
    return null
  }
}

function setting(change: Partial<UpdateSetting> = {}) {
  const updater = new FakeUpdater()
  const lines: (string | null)[] = []
  const rounds: (() => void)[] = []
  return {
    updater,
    lines,
    rounds,
    options: {
      isPackaged: true,
      isConfigured: true,
      platform: 'win32',
      load: async () => updater,
      every: (_ms: number, work: () => void) => void rounds.push(work),
      say: (line: string | null) => void lines.push(line),
      ...change,
    },
  }
}

describe('updates', () => {
  it.each(['win32', 'darwin'])('are looked for on %s, never backwards', async (platform) => {
    const { updater, options } = setting({ platform })
    expect(await startUpdates(options)).toBe(true)
    expect(updater).toMatchObject({ checks: 1, allowDowngrade: false, allowPrerelease: false })
  })

  it.each([{ isPackaged: false }, { isConfigured: false }, { platform: 'linux' }])(
    'are off with %o',
    async (change) => {
      const { updater, options } = setting(change)
      expect(await startUpdates(options)).toBe(false)
      expect(updater.checks).toBe(0)
    },
  )

  it('are looked for again every few hours, also after a failure, which is taken back then', async () => {
    let fails = true
    const { updater, lines, rounds, options } = setting()
    const load = () => (fails ? Promise.reject(new Error('no network')) : Promise.resolve(updater))
    expect(await startUpdates({ ...options, load })).toBe(true)
    fails = false
    rounds[0]!()
    await expect.poll(() => lines).toEqual(['Updates could not be looked for: no network', null])
    rounds[0]!()
    await expect.poll(() => updater.checks).toBe(2)
  })

  it('that fail are said, and stop nothing', async () => {
    const { lines, options } = setting({ load: () => Promise.reject(new Error('no network')) })
    expect(await startUpdates(options)).toBe(true)
    expect(lines).toEqual(['Updates could not be looked for: no network'])
  })
})
