/*
 * Prints what a replica costs at the size of a large nation: `npm run replica -w web [members] [entries]`. IndexedDB is the tests' own, in
 * memory; sealing, parsing, indexing and searching are what a console runs.
 */
import { performance } from 'node:perf_hooks'
import { cipherOf } from '../src/lib/replica/cipher'
import { SearchableMemory } from '../src/lib/replica/search'
import type { Batch } from '../src/lib/replica/types'
import { entry, member, queries } from './replica-rows'

const [memberCount = 100_000, entryCount = 1_000_000] = process.argv.slice(2).map(Number)
const print = (what: string, figure: string) => process.stdout.write(`${what.padEnd(58)} ${figure}\n`)
const ms = (value: number) => `${value.toFixed(1)} ms`
const heap = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_048_576
}
const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * q)]!

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const since = performance.now()
  const value = await work()
  return [performance.now() - since, value]
}

const atFirst = heap()
const sealer = await cipherOf(crypto.getRandomValues(new Uint8Array(32)))
const batches: Batch[] = []
for (let n = 0; n < memberCount; n += 1_000)
  batches.push({
    put: { members: Array.from({ length: Math.min(1_000, memberCount - n) }, (_, at) => member(n + at)) },
    gone: {},
  })
for (let n = 0; n < entryCount; n += 500)
  batches.push({
    put: { gazette: Array.from({ length: Math.min(500, entryCount - n) }, (_, at) => entry(n + at, memberCount)) },
    gone: {},
  })

const rows = memberCount + entryCount
const [sealing, sealed] = await timed(async () => {
  const all = []
  for (const [n, batch] of batches.entries()) all.push(await sealer.encrypt(`batch ${n}`, batch))
  return all
})
print('rows', `${memberCount} members, ${entryCount} entries`)
print(
  'sealed',
  `${(sealed.reduce((sum, { length }) => sum + length, 0) / 1_048_576).toFixed(0)} MiB in ${batches.length} records`,
)
print('sealing all, batches of 1,000 and 500', `${ms(sealing)} (${Math.round(rows / sealing)} rows/ms)`)
const some = batches[0]!.put.members!
const [byRow] = await timed(async () => {
  for (const row of some) await sealer.encrypt('row', row)
})
const [byBatch] = await timed(() => sealer.encrypt('batch', batches[0]))
print('sealing 1,000 members one by one / as one batch', `${ms(byRow)} / ${ms(byBatch)}`)
batches.length = 0

const memory = new SearchableMemory()
let usable = 0
const applying: number[] = []
const [loading] = await timed(async () => {
  for (const [n, one] of sealed.entries()) {
    const batch = (await sealer.open(`batch ${n}`, one)) as Batch
    const since = performance.now()
    memory.apply(batch, n)
    applying.push(performance.now() - since)
    if (n === Math.ceil(memberCount / 1_000) - 1) usable = performance.now()
  }
})
print('opening and indexing all', ms(loading))
print('  of which until all members are there', ms(loading - (performance.now() - usable)))
print('  one batch taken into memory: p95 / longest', `${ms(quantile(applying, 0.95))} / ${ms(Math.max(...applying))}`)
sealed.length = 0
print(
  'memory of rows and index',
  `${(heap() - atFirst).toFixed(0)} MiB${globalThis.gc ? '' : ' (without --expose-gc: with garbage)'}`,
)

const took: number[] = []
let longest = 0
for (let round = 0; round < 5; round++) {
  for (const query of queries) {
    for (let end = 1; end <= query.length; end++) {
      // A row changes between two letters now and then, so that not everything is found in what was found before.
      if (end % 3 === 0)
        memory.apply(
          { put: { members: [member(end)].map((row) => ({ ...row, username: `N ${round} ${end}` })) }, gone: {} },
          1e6,
        )
      const since = performance.now()
      let at = since
      const watch = setInterval(() => (at = performance.now()))
      await memory.search(query.slice(0, end))
      clearInterval(watch)
      took.push(performance.now() - since)
      longest = Math.max(longest, at === since ? 0 : at - since)
    }
  }
}
print(
  `search as typed, ${took.length} times: p50 / p95 / longest`,
  [0.5, 0.95, 0.9999].map((q) => ms(quantile(took, q))).join(' / '),
)

const changes = Array.from({ length: 1_000 }, (_, n) => ({
  ...member((n * 97) % memberCount),
  username: `Renamed ${n}`,
}))
const [increment] = await timed(async () => {
  await sealer.encrypt('batch', { put: { members: changes }, gone: {} })
  memory.apply({ put: { members: changes }, gone: {} }, 2e6)
})
print('an increment of 1,000 changes, sealed and taken', ms(increment))
