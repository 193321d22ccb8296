import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

interface Journey {
  readonly near: Socket
  readonly far: Socket
  isSilent: boolean
}

/**
 * A road to a real server that can fall silent: what is sent then arrives nowhere, but nothing is refused and no connection ends.
 * `address` is that server's, and `url` the same by this road.
 */
export async function aRoadTo(address: string) {
  const target = new URL(address)
  let isBlocked = false
  const journeys = new Set<Journey>()
  const server = createServer((near) => {
    const journey = { near, far: connect(Number(target.port), target.hostname), isSilent: false }
    journeys.add(journey)
    const { far } = journey
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('data', (bytes) => isBlocked || journey.isSilent || far.write(bytes))
    far.on('data', (bytes) => isBlocked || journey.isSilent || near.write(bytes))
    near.on('close', () => {
      journeys.delete(journey)
      far.destroy()
    })
    far.on('close', () => journey.isSilent || near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** All connections are silent, also new ones. */
    block: () => void (isBlocked = true),
    free: () => void (isBlocked = false),
    /** The connections that are open now are silent from here on; new ones are served. Answers how many these are. */
    silence: () => {
      for (const journey of journeys) journey.isSilent = true
      return journeys.size
    },
    close: () => {
      for (const { near, far } of journeys) for (const socket of [near, far]) socket.destroy()
      server.close()
    },
  }
}
