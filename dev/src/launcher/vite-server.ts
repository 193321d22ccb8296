import { createServer } from 'vite'
import path from 'node:path'
import { root } from './root'

// Serves the web client from its sources and hands everything that the api answers to the api.
const api = `http://127.0.0.1:${process.env.NATION_API_PORT}`
const proxied = ['/api', '/gazette.atom', '/citizen/interviews', '/government/interviews', '/media', '/ops', '/share']

const server = await createServer({
  root: path.join(root, 'web'),
  server: {
    port: Number(process.env.PORT),
    strictPort: true,
    proxy: Object.fromEntries(proxied.map((prefix) => [prefix, { target: api, changeOrigin: false }])),
  },
})
await server.listen()
process.stdout.write(`${JSON.stringify({ level: 30, time: Date.now(), msg: 'ready' })}\n`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void server.close().finally(() => process.exit(0)))
}
