import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startHealthServer } from './health-server'

let server: Awaited<ReturnType<typeof startHealthServer>>
afterEach(() => server.close())

/** All of 127.0.0.0/8 is this machine, so that another address than 127.0.0.1 stands for the network here. */
const statusAt = (address: string) =>
  fetch(`http://${address}:${(server.address() as AddressInfo).port}/health`).then(
    ({ status }) => status,
    (error: Error) => (error.cause as { code?: string } | undefined)?.code,
  )

it.each([
  ['127.0.0.1', 'ECONNREFUSED'],
  ['0.0.0.0', 200],
])('The workers’ port listens on HOST=%s only', async (host, fromElsewhere) => {
  server = await startHealthServer({ host, port: 0 }, () => Promise.resolve({ ok: true, details: {} }))
  expect([await statusAt('127.0.0.1'), await statusAt('127.0.0.2')]).toEqual([200, fromElsewhere])
})
