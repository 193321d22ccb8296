import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { faucetSchema, fund, type Treasury } from './faucet'
import { faultSchema, type Fault, type Faults } from './faults'
import { stringify } from './json'
import type { Ledger } from './ledger'
import { methods } from './methods'
import { RpcError } from './rpc-error'

/** All that the handlers share. */
export interface World {
  readonly ledger: Ledger
  readonly treasury: Treasury
  readonly faults: Faults
  /** Called with every RPC call. */
  readonly record: (method: string) => void
}

const longestBody = 1024 * 1024
const call = z.object({ id: z.unknown().optional(), method: z.string(), params: z.array(z.unknown()).default([]) })

/** The server of one chain; it is not listening yet. */
export function createSolanaServer(world: World): Server {
  return createServer((request, response) => {
    respond(world, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else json(response, 500, { error: error instanceof Error ? error.message : String(error) })
    })
  })
}

async function respond(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Browsers' wallets may ask from any page: there is nothing here that is worth protecting.
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  const { pathname } = new URL(request.url ?? '/', 'http://solana.invalid')
  const route = `${request.method} ${pathname}`
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  if (route === 'POST /') return answerCalls(world, await bodyOf(request), response)
  if (route === 'GET /health') return json(response, 200, state(world))
  if (route === 'DELETE /faults') {
    world.faults.clear()
    return json(response, 200, { faults: [] })
  }
  if (route === 'POST /faults')
    return order(response, faultSchema, await bodyOf(request), (fault) => orderFault(world, fault))
  if (route === 'POST /faucet') {
    return order(response, faucetSchema, await bodyOf(request), (wish) => fund(world.ledger, world.treasury, wish))
  }
  json(response, 404, { error: 'Not found' })
}

const state = ({ ledger, treasury, faults }: World) => ({
  status: 'ok',
  slot: ledger.slot(),
  mint: treasury.mint,
  program: treasury.program,
  faults: faults.list().length,
})

function orderFault(world: World, fault: Fault) {
  world.faults.add(fault)
  return { faults: world.faults.list() }
}

async function order<T>(response: ServerResponse, shape: z.ZodType<T>, body: unknown, act: (wish: T) => unknown) {
  const wish = shape.safeParse(body)
  if (!wish.success) return json(response, 400, { error: z.prettifyError(wish.error) })
  json(response, 201, await act(wish.data))
}

async function answerCalls(world: World, body: unknown, response: ServerResponse): Promise<void> {
  const batch = Array.isArray(body) ? body : [body]
  const answers: object[] = []
  for (const one of batch) {
    const parsed = call.safeParse(one)
    if (!parsed.success) {
      answers.push({ jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null })
      continue
    }
    const { id = null, method, params } = parsed.data
    world.record(method)
    const fault = world.faults.take(method)
    if (fault && breaks(fault, response)) return
    const answer = answerTo(world, method, params, fault)
    if (fault?.kind === 'truncate')
      return truncate(response, stringify({ jsonrpc: '2.0', ...answer, id }), fault.politely)
    if (fault?.kind === 'drip') return drip(response, stringify({ jsonrpc: '2.0', ...answer, id }), fault)
    if (fault?.kind === 'pad') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(' '.repeat(fault.bytes) + stringify({ jsonrpc: '2.0', ...answer, id }))
    }
    answers.push({ jsonrpc: '2.0', ...answer, id })
  }
  json(response, 200, Array.isArray(body) ? answers : answers[0])
}

function answerTo({ ledger }: World, name: string, params: unknown[], fault: Fault | undefined): object {
  try {
    if (fault?.kind === 'refuse') throw new RpcError(-32010, `${name} excluded from account secondary indexes`)
    if (fault?.kind === 'error') throw new RpcError(fault.code, fault.message)
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (!method) throw new RpcError(-32601, 'Method not found')
    const slot = ledger.slot() - (fault?.kind === 'behind' ? BigInt(fault.slots) : 0n)
    if (slot < leastSlot(params)) throw new RpcError(-32016, 'Minimum context slot has not been reached')
    const result = method(ledger, slot, params)
    return { result: fault?.kind === 'omit' ? withHole(result, fault.accounts) : result }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { code, message, data } = error
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}

const settings = z.object({ minContextSlot: z.int().min(0) })

/** The lowest slot that satisfies the request. */
function leastSlot(params: readonly unknown[]): number {
  const asked = params.map((one) => settings.safeParse(one)).find((one) => one.success)
  return asked?.data.minContextSlot ?? 0
}

/** Whether this failure is the whole answer. */
function breaks(fault: Fault, response: ServerResponse): boolean {
  if (fault.kind === 'status') {
    json(response, fault.status, { error: 'ordered' })
    return true
  }
  // The client gives up at some time, and closes the connection.
  return fault.kind === 'silence'
}

function withHole(result: unknown, count: number): unknown {
  if (Array.isArray(result)) return result.slice(count)
  const value = (result as { value?: unknown }).value
  return Array.isArray(value) ? { ...(result as object), value: value.slice(count) } : result
}

function truncate(response: ServerResponse, text: string, politely: boolean): void {
  const half = Buffer.from(text).subarray(0, Math.floor(text.length / 2))
  if (politely) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(half)
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.write(half, () => response.destroy())
}

async function drip(response: ServerResponse, text: string, pace: { bytes: number; everyMs: number }): Promise<void> {
  const body = Buffer.from(text)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  for (let from = 0; from < body.length && !response.destroyed; from += pace.bytes) {
    response.write(body.subarray(from, from + pace.bytes))
    await sleep(pace.everyMs)
  }
  response.end()
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestBody) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  const text = stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
