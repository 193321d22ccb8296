import { main } from '../../main'
import { launch } from '../commands'
import type { Command, Product } from '../product'
import type { PartSpec } from '../supervisor'

/**
 * The launcher around a product of a few lines, so that its own tests need no build: `PRETEND_FAILS=<exit code>` lets the
 * database's command fail, `PRETEND_CRASHES=yes` lets the workers end before they are ready.
 */
const node = (code: string): Command => ({ command: process.execPath, args: ['-e', code], cwd: process.cwd() })

const SERVER = `
  require('node:http').createServer((_, res) => res.end('{"success":true}')).listen(Number(process.env.PORT), () => console.log('{"msg":"ready"}'))
  process.on('SIGTERM', () => process.exit(0))`
const WORKERS = `console.log('{"msg":"ready"}'); setInterval(() => {}, 1000)`
const STUBBORN = `process.on('SIGTERM', () => {}); ${WORKERS}`

const product: Product = {
  prepare: () => Promise.resolve(),
  database: ([name]) =>
    process.env.PRETEND_FAILS && name === 'migrate'
      ? node(`console.error('The schema is from a newer version.'); process.exit(${process.env.PRETEND_FAILS})`)
      : node(''),
  parts: ({ ports, env }): PartSpec[] => [
    { name: 'api', port: ports.api, ...node(SERVER), env: { ...env, PORT: String(ports.api) }, isReady: saysReady },
    { name: 'workers', ...node(workers()), env, isReady: saysReady },
  ],
}

function saysReady(line: string): boolean {
  return line.includes('"ready"')
}

function workers(): string {
  if (process.env.PRETEND_CRASHES) return `console.error('No queue here.'); process.exit(1)`
  return process.env.PRETEND_STUBBORN ? STUBBORN : WORKERS
}

await main(process.argv.slice(2), { start: (args) => launch('start', args, product) })
