import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultTokenVersion, demoMint } from '@nation/domain/chain'
import { PanelAccount, PanelSession } from '@nation/core/admin'
import { deriveKeys, issueBearer } from '@nation/core/auth'
import { Session } from '@nation/core/sessions'
import type { Citizen } from '@nation/core/citizens'
import { createLogger, newPublicId, type ChainSettings, type Config } from '@nation/core/platform'
import { sessionOf, testRedisUrl, useTestNation, type TestNation } from '@nation/core/testing'
import type { DataSource } from 'typeorm'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { freePort } from '@nation/dev/processes'
import { startXStandIn, type XStandIn } from '@nation/dev/x'
import { closeDatabases, openDatabases, startApi, type ApiDatabases, type RunningApi, type Silence } from '../server'

export const testSecret = 'a secret that only the tests of the nation know'
const xApp = { clientId: 'nation-test', clientSecret: 'nation-test-secret' }

/** The hash of a random password that was thrown away. */
const unknownPassword = '$argon2id$v=19$m=8,t=1,p=1$TBFXGH9lJg02CTa8dYRQRQ$HBnygIiD8B+qKEibNoa+MOG4+0Ea3i2TvHqqeIYrDxg'

/** What a call answered. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export interface Sent {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Another API of the same nation, which is asked instead. */
  readonly origin?: string
}

export interface TestApi {
  readonly nation: TestNation
  readonly origin: string
  readonly x: XStandIn
  readonly logLines: string[]
  /** Where this API looks for the built web client. */
  readonly webDir: string
  /** Starts a second API process on the same nation, and answers its address. */
  readonly another: () => Promise<string>
  /** Sends a request as a client would. */
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Answer>
  /** A bearer token of that citizen, from a session of its own. */
  readonly tokenOf: (citizen: Citizen) => Promise<string>
  /** A token of the admin panel, bound to that citizen. */
  readonly panelTokenOf: (citizen: Citizen) => Promise<string>
}

export interface TestApiOptions {
  /** The chain that this API reads, asked anew for each test; none answers otherwise. */
  readonly chain?: () => Partial<ChainSettings>
  /** Whether it stands behind a proxy that names the client's address, or behind how many. */
  readonly trustProxy?: boolean | number
  /** Whether the panel's accounts need a second factor. */
  readonly panelSecondFactor?: boolean
  /** False for an API that cannot reach Redis; or the address of another Redis than the tests share. */
  readonly redis?: false | (() => string)
  /** Whether stored answers grow old; otherwise the journal alone ends them. */
  readonly answersAge?: false
  /** Opens the API's database, to be looked at by the test. */
  readonly database?: (url: string) => Promise<DataSource>
  /** By which address the API reaches its database, and how long that may be silent. */
  readonly road?: (url: string) => Promise<{ readonly url: string; readonly longestSilenceMs: Silence }>
  /** The address that it listens on; the machine itself alone otherwise. */
  readonly host?: string
}

/** A nation with its API listening and X standing by, anew for each test. */
export function useTestApi(options: TestApiOptions = {}): TestApi {
  const nation = useTestNation({ poolSize: 6 })
  const keys = deriveKeys(testSecret)
  const api = { nation, logLines: [] as string[] } as { -readonly [Key in keyof TestApi]: TestApi[Key] }
  const running: RunningApi[] = []
  let folder: string
  /** Opened once for the file: to open them takes as long as most tests do. */
  let opened: ApiDatabases | undefined
  const start = async (port: number, databases?: ApiDatabases) => {
    const log = createLogger('api', 'info', { write: (line: string) => void api.logLines.push(line) })
    const road = await options.road?.(nation.url)
    const config = {
      ...configOf(nation, api.x, port, folder, options),
      origin: api.origin,
      ...(road && { databaseUrl: road.url }),
    }
    const answerClock = options.answersAge === false ? { answerClock: () => 0 } : {}
    const database = databases ? undefined : await options.database?.(nation.url)
    const given = {
      ...(databases && { databases }),
      ...(database && { database }),
      ...(road && { longestSilenceMs: road.longestSilenceMs }),
    }
    running.push(await startApi(config, log, { clock: nation.clock, ...answerClock, ...given }))
  }

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'nation-api-test-'))
    api.webDir = path.join(folder, 'web')
    api.logLines.length = 0
    const port = await freePort()
    api.origin = `http://localhost:${port}`
    api.x = await startXStandIn({ ...xApp, now: () => nation.clock.now() })
    if (!options.database && !options.road) opened ??= await openDatabases(nation.url)
    await start(port, opened)
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close()
    await api.x.close()
    await rm(folder, { recursive: true })
  })
  afterAll(async () => {
    if (opened) await closeDatabases(opened)
  })

  api.another = async () => {
    const port = await freePort()
    await start(port)
    return `http://localhost:${port}`
  }
  api.send = async (method, where, sent = {}) => {
    const headers: Record<string, string> = {
      ...(sent.token && { authorization: `Bearer ${sent.token}` }),
      ...sent.headers,
    }
    // A form's own content type holds its boundary.
    if (sent.body !== undefined && !(sent.body instanceof FormData)) headers['content-type'] ??= 'application/json'
    const body = sent.body === undefined ? {} : { body: bodyOf(sent.body) }
    const response = await fetch(`${sent.origin ?? api.origin}${where}`, {
      method,
      headers,
      redirect: 'manual',
      ...body,
    })
    const text = await response.text()
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as Answer['body']) : { text },
    }
  }
  api.tokenOf = async (citizen) => {
    const now = nation.clock.now()
    const session = sessionOf(citizen, now)
    await nation.database.getRepository(Session).insert(session)
    return (await issueBearer(keys, { kind: 'citizen', uid: citizen.uid, sessionId: session.id }, now)).token
  }
  api.panelTokenOf = (citizen) => panelTokenOf(nation.database, citizen, nation.clock.now())
  return api
}

/** A token of the admin panel for a citizen, with an account and a session of its own. */
export async function panelTokenOf(database: DataSource, citizen: Citizen, now: Date): Promise<string> {
  const account = await database.getRepository(PanelAccount).save({
    username: `panel-${citizen.id}-${newPublicId(now)}`.slice(0, 60),
    citizenId: citizen.id,
    passwordHash: unknownPassword,
    totpSecret: null,
    totpLastStep: '0',
    createdAt: now,
    revokedAt: null,
  })
  const id = newPublicId(now)
  const expiresAt = new Date(now.getTime() + 3_600_000)
  const session = { id, accountId: account.id, createdAt: now, expiresAt, endedAt: null }
  await database.getRepository(PanelSession).insert(session)
  return (await issueBearer(deriveKeys(testSecret), { kind: 'panel', uid: citizen.uid, sessionId: id }, now)).token
}

/** A form with these fields and a picture of one pixel, for a call that takes a file. */
export function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value).toWellFormed())
  form.set('file', new Blob([Buffer.from(onePixel, 'base64')]), 'a.png')
  return form
}

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function bodyOf(body: unknown): string | FormData {
  return typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)
}

function configOf(nation: TestNation, x: XStandIn, port: number, folder: string, options: TestApiOptions): Config {
  return {
    environment: 'test',
    databaseUrl: nation.url,
    // Nothing listens on the first port.
    redisUrl: options.redis === false ? 'redis://127.0.0.1:1' : (options.redis?.() ?? testRedisUrl()),
    host: options.host ?? '127.0.0.1',
    port,
    workersPort: null,
    origin: `http://localhost:${port}`,
    secret: testSecret,
    mediaDir: path.join(folder, 'media'),
    webDir: path.join(folder, 'web'),
    logLevel: 'info',
    trustProxy: Number(options.trustProxy ?? 0),
    panelSecondFactor: options.panelSecondFactor ?? false,
    links: [{ name: 'X', url: 'https://x.com/nation' }],
    chain: {
      mint: demoMint,
      tokenVersion: defaultTokenVersion,
      rpcUrls: [],
      network: 'mainnet-beta',
      ...options.chain?.(),
    },
    x: {
      ...xApp,
      authorizeUrl: `${x.origin}/i/oauth2/authorize`,
      apiUrl: x.origin,
      apiKey: xApp.clientId,
      apiSecret: xApp.clientSecret,
    },
    s3: null,
  }
}
