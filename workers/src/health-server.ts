import http from 'node:http'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** What the workers' own health says. */
export interface WorkersHealth {
  readonly ok: boolean
  readonly details: Readonly<Record<string, unknown>>
}

/** Serves `/health` and `/metrics` to the monitoring of the workers; nothing else. */
export async function startHealthServer(
  { host, port }: { host: string; port: number },
  health: () => Promise<WorkersHealth>,
): Promise<http.Server> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const up = new Gauge({ name: 'nation_workers_up', help: '1 while database and Redis answer', registers: [registry] })
  const server = http.createServer((request, response) => {
    void answer(request.url ?? '/', response)
  })
  const answer = async (url: string, response: http.ServerResponse) => {
    const state = await health()
    up.set(state.ok ? 1 : 0)
    if (url === '/metrics') {
      response.setHeader('content-type', registry.contentType)
      response.end(await registry.metrics())
      return
    }
    response.statusCode = url === '/health' ? (state.ok ? 200 : 503) : 404
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url === '/health' ? { success: state.ok, ...state.details } : { success: false }))
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}
