import { describe, expect, it } from 'vitest'
import { useTestApi } from './testing'

/** All of 127.0.0.0/8 is this machine, so that another address than 127.0.0.1 stands for the network here. */
const statusAt = (address: string, port: string) =>
  fetch(`http://${address}:${port}/api/health`).then(
    ({ status }) => status,
    (error: Error) => (error.cause as { code?: string } | undefined)?.code,
  )

describe('The API', () => {
  const api = useTestApi()

  it('listens on this machine alone', async () => {
    const { port } = new URL(api.origin)
    expect([await statusAt('127.0.0.1', port), await statusAt('127.0.0.2', port)]).toEqual([200, 'ECONNREFUSED'])
  })
})

describe('The API behind a proxy', () => {
  const api = useTestApi()

  it('keeps an idle connection longer than a proxy, which would answer 502 to what it sends into a closed one', async () => {
    const proxyIdleSeconds = 60
    const { headers } = await fetch(`${api.origin}/api/health`)
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(proxyIdleSeconds)
  })
})

describe('The API with HOST=0.0.0.0', () => {
  const api = useTestApi({ host: '0.0.0.0' })

  it('listens on every address of this machine', async () => {
    const { port } = new URL(api.origin)
    expect([await statusAt('127.0.0.1', port), await statusAt('127.0.0.2', port)]).toEqual([200, 200])
  })
})
