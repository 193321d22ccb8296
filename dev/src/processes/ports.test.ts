import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort, isPortFree } from './ports'

const module = pathToFileURL(path.join(import.meta.dirname, 'ports.ts')).href
/** Asks for forty ports as a launcher does, before anything listens on them, and lives until its input ends. */
const asker = `const { freePort } = await import('${module}')
console.log((await Promise.all(Array.from({ length: 40 }, () => freePort()))).join(' '))
process.stdin.resume()`

async function ask(): Promise<{ ports: string[]; end: () => void }> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', asker]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    return { ports: line.split(' '), end: () => child.stdin.end() }
  }
  throw new Error('The process ended without a line.')
}

test('a process is given each port once, and each can be listened on', async () => {
  const given = await Promise.all(Array.from({ length: 40 }, freePort))
  expect(new Set(given).size).toBe(40)
  for (const port of given) expect(await isPortFree(port)).toBe(true)
})

test('two processes are never given the same port, though neither listens yet', async () => {
  const asked = await Promise.all(Array.from({ length: 4 }, ask))
  const given = asked.flatMap(({ ports }) => ports)
  asked.forEach(({ end }) => end())
  expect(given).toHaveLength(160)
  expect(new Set(given).size).toBe(160)
})
