import fs from 'node:fs'
import type { Load } from './load'
import type { Running } from './nation'

/** Memory that a process holds now, in MiB. */
export const residentMiB = (pid: number): number => statusMiB(pid, 'VmRSS')

/** The most memory that a process has held, in MiB. */
export const largestMiB = (pid: number): number => statusMiB(pid, 'VmHWM')

function statusMiB(pid: number, field: string): number {
  const lines = fs.readFileSync(`/proc/${pid}/status`, 'utf8').split('\n')
  const line = lines.find((one) => one.startsWith(`${field}:`)) ?? ''
  return Number(/\d+/.exec(line)?.[0] ?? 0) / 1024
}

/** Processor time that a process has used so far, in milliseconds. */
export function processorMs(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticksPerSecond = 100
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/**
 * What each process and the database cost for one call of each load, in microseconds of processor time: a figure that other load on
 * the machine changes less than it changes the rate.
 */
export function usageOf(running: Readonly<Record<string, Running>>, databasePid: number) {
  const pids = new Map(Object.entries(running).map(([name, { process }]) => [name, process.pid ?? 0]))
  pids.set('database', databasePid)
  const spent = new Map<string, { calls: number; ms: Map<string, number> }>()
  return {
    async during(what: string, work: () => Promise<Load>): Promise<Load> {
      const from = new Map([...pids].map(([name, pid]) => [name, processorMs(pid)]))
      const round = await work()
      const sum = spent.get(what) ?? { calls: 0, ms: new Map<string, number>() }
      sum.calls += round.calls
      for (const [name, pid] of pids)
        sum.ms.set(name, (sum.ms.get(name) ?? 0) + processorMs(pid) - (from.get(name) ?? 0))
      spent.set(what, sum)
      return round
    },
    lines: () =>
      [...spent].map(([what, { calls, ms }]) => {
        const each = [...ms].map(([name, spentMs]) => `${name} ${((spentMs * 1000) / calls).toFixed(0)}`)
        return `processor time of ${what}, microseconds a call: ${each.join(', ')}`
      }),
  }
}
