import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { testRedisUrl } from '../testing'
import { openRedis, redisReady } from './redis'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A road to the real Redis that can be blocked: what is sent then arrives nowhere, but nothing is refused either. */
async function aRoadToRedis() {
  const target = new URL(testRedisUrl())
  let blocked = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.on('data', (bytes) => blocked || far.write(bytes))
    far.on('data', (bytes) => blocked || near.write(bytes))
    near.on('close', () => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    block: () => (blocked = true),
    free: () => (blocked = false),
  }
}

it('a Redis that hangs costs one call its patience, and no other; when it answers again it is used again', async () => {
  const road = await aRoadToRedis()
  const redis = openRedis(road.url)
  closing.push(() => redis.disconnect())
  expect(await redisReady(redis)).toBe(true)
  expect(await redis.ping()).toBe('PONG')

  road.block()
  await expect(redis.ping()).rejects.toThrow()
  await expect.poll(() => redis.status).not.toBe('ready')
  await expect(redis.ping()).rejects.toThrow(/writeable|closed/)

  road.free()
  await expect.poll(() => redis.status, { timeout: 10_000 }).toBe('ready')
  expect(await redis.ping()).toBe('PONG')
})
