import { describe, expect, it } from 'vitest'
import { CALLS } from '../ipc/contract'
import type { Link } from '../ipc/contract'
import { makeBridge } from './bridge'

const ID = '01900000-0000-7000-8000-000000000001'

function bridge(answers: Record<string, unknown> = {}) {
  const asked: [string, ...unknown[]][] = []
  const listeners = new Map<string, (event: unknown, ...values: unknown[]) => void>()
  const made = makeBridge({
    async invoke(channel, ...values) {
      asked.push([channel, ...values])
      return answers[channel] ?? null
    },
    on: (channel, listener) => listeners.set(channel, listener),
    removeListener: (channel) => listeners.delete(channel),
  })
  return { made, asked, tell: (value: unknown) => listeners.get('nation:told-link')?.({}, value), listeners }
}

describe('the bridge of the preload', () => {
  it('sends nothing that is no input', async () => {
    const { made, asked } = bridge()
    await expect(made.vault.key('../key')).rejects.toThrow()
    expect(asked).toEqual([])
  })

  it('hands on nothing that is no output', async () => {
    const { made } = bridge({ 'nation:version': 7, 'nation:vault.key': { key: 'short', kept: 'system', why: null } })
    await expect(made.version()).rejects.toThrow()
    await expect(made.vault.key(ID)).rejects.toThrow()
  })

  it('has a call for each of the contract, and no other', async () => {
    const { made, asked } = bridge()
    const profile = { address: 'nation.example', name: '' }
    await Promise.allSettled([
      made.version(),
      made.profiles.list(),
      made.profiles.current(),
      made.profiles.add(profile),
      made.profiles.choose(ID),
      made.profiles.remove(ID),
      made.profiles.leave(),
      made.vault.key(ID),
      made.vault.forget(ID),
      made.exports.begin('a.csv'),
      made.exports.write(ID, ''),
      made.exports.end(ID, true),
      made.showWaiting({ failedJobs: 0, conflicts: 0, mentions: 0, unsent: null }),
    ])
    void made.newWindow()
    made.onLink(() => {})
    made.onUpdateProblem(() => {})
    expect(asked.map(([channel]) => channel).sort()).toEqual(
      Object.keys(CALLS)
        .map((name) => `nation:${name}`)
        .sort(),
    )
  })

  it('hears what went wrong with updates now, and when that changes, until it is stopped', async () => {
    const answers: Record<string, unknown> = { 'nation:updateProblem': 'No network.' }
    const { made, listeners } = bridge(answers)
    const heard: (string | null)[] = []
    const stop = made.onUpdateProblem((problem) => void heard.push(problem))
    await expect.poll(() => heard).toEqual(['No network.'])
    answers['nation:updateProblem'] = null
    listeners.get('nation:told-update-problem')?.({}, null)
    await expect.poll(() => heard).toEqual(['No network.', null])
    stop()
    expect(listeners.size).toBe(0)
  })

  it('hears links of the closed set until it is stopped', async () => {
    const waiting: Record<string, unknown> = { 'nation:takeLink': { tab: 'jobs' } }
    const { made, tell, asked, listeners } = bridge(waiting)
    const heard: Link[] = []
    const stop = made.onLink((link) => void heard.push(link))
    await expect.poll(() => heard).toEqual([{ tab: 'jobs' }])
    waiting['nation:takeLink'] = { tab: 'bank' }
    tell({ tab: 'bank' })
    await expect.poll(() => heard).toEqual([{ tab: 'jobs' }, { tab: 'bank' }])
    tell({ tab: 'javascript:alert(1)' })
    tell('nation://open/jobs')
    expect(asked.filter(([channel]) => channel === 'nation:takeLink')).toHaveLength(2)
    stop()
    expect(listeners.size).toBe(0)
  })
})
