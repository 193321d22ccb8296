import { spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '@nation/dev/processes'
import { root } from './browser'

/** Serves the client as developers see it, with the gallery of parts, in front of a nation that runs. */
export async function serveGallery(api: string): Promise<{ origin: string; stop(): void }> {
  const port = String(await freePort())
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const server = spawn(process.execPath, [vite, '--port', port, '--strictPort', '--host', '127.0.0.1'], {
    cwd: path.join(root, 'web'),
    env: { ...process.env, NATION_API_ORIGIN: api },
    stdio: 'pipe',
  })
  const origin = `http://127.0.0.1:${port}`
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => chunk.toString().includes(port) && resolve())
    server.once('exit', (code) => reject(new Error(`Vite ended with ${code}.`)))
  })
  return { origin, stop: () => server.kill('SIGTERM') }
}
