import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { endEveryChild, freePort, isPortFree, PlainFailure, run, whyUnreachable } from '../processes'
import { cacheFolder, findPrograms, loadSecrets, startDatabase, startRedis, writePrivate } from '../services'
import type { Programs, Secrets, Service } from '../services'
import { nationEnvironment, usesRealChain, usesRealX } from './environment'
import { DataFolder } from './folder'
import { SupervisedService } from './supervised-service'
import type { LaunchOptions } from './options'
import type { Output } from './output'
import type { Places, Product } from './product'
import { writeRunFile } from './run-file'
import { howItEnded, Part } from './supervisor'

/** Who administers a nation of the demo's citizens. */
const DEMO_ADMIN = 'alma_admin'
const HEALTH_MS = 60_000
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/

/** One nation from its start to its end. */
export class Nation {
  #folder!: DataFolder
  #secrets!: Secrets
  #database: SupervisedService | undefined
  #redis: SupervisedService | undefined
  #parts: Part[] = []
  #places: Places | undefined
  #ready = false
  #stopping = false
  #end!: { stop: () => void; fail: (error: Error) => void }
  /** Resolves when the nation is to be stopped, fails when it can not go on. */
  readonly #ended = new Promise<void>((stop, fail) => (this.#end = { stop, fail }))

  constructor(
    private readonly options: LaunchOptions,
    private readonly product: Product,
    private readonly output: Output,
  ) {
    this.#ended.catch(() => undefined)
  }

  /** Runs until `stop` is called or something vital ends. @throws PlainFailure when it could not start or go on */
  async live(): Promise<void> {
    try {
      const started = this.#start()
      // When we are stopped half-way, what then fails in there is no news.
      started.catch(() => undefined)
      await Promise.race([started, this.#ended])
      await this.#ended
    } finally {
      await this.#shutDown()
    }
  }

  stop(): void {
    this.#end.stop()
  }

  async #start(): Promise<void> {
    const { options, output } = this
    this.#folder = await DataFolder.claim(options.dataDir)
    if (options.reset) this.#folder.reset()
    if (options.port !== 0 && !(await isPortFree(options.port))) {
      const another = options.port + 1
      throw new PlainFailure(`Port ${options.port} is in use by another program; try PORT=${another} npm start.`)
    }
    output.keepIn(this.#folder.file('logs'))
    this.#secrets = loadSecrets(this.#folder.file('secrets.json'))
    await Promise.all([this.#startServices(), this.product.prepare(output.say)])
    this.#places = await this.#choosePlaces()
    this.#places.offsetMs = await this.#prepareData()
    if (this.#stopping) return
    await this.#startParts(this.#places)
    this.#ready = true
    this.#noteWhoRuns()
    this.#sayAdmin()
    output.say(`Nation is ready at ${this.#places.origin}`)
  }

  async #startServices(): Promise<void> {
    const { databaseUrl, redisUrl } = this.options
    if (databaseUrl) await mustAnswer('DATABASE_URL', databaseUrl, 3306)
    if (redisUrl) await mustAnswer('REDIS_URL', redisUrl, 6379)
    if (databaseUrl && redisUrl) return
    const programs = await findPrograms(() => cacheFolder(this.options.dataDir), this.output.say)
    if (!databaseUrl) this.#database = this.#supervisedDatabase(programs)
    if (!redisUrl) this.#redis = this.#supervisedRedis(programs)
    await Promise.all([this.#database?.start(), this.#redis?.start()])
  }

  #supervisedDatabase({ mariadb }: Programs): SupervisedService {
    return this.#supervised('The database', (port) =>
      startDatabase({
        engine: mariadb,
        folder: this.#folder.file('database'),
        password: this.#secrets.databasePassword,
        servingPassword: this.#secrets.servingPassword,
        rootPassword: this.#secrets.databaseRootPassword,
        relaxed: Boolean(process.env.NATION_RELAXED_DATABASE),
        ...(port && { port }),
        onLine: this.output.from('database', (line) => /\[ERROR\]|Fatal/.test(line)),
      }),
    )
  }

  #supervisedRedis({ redis }: Programs): SupervisedService {
    return this.#supervised('Redis', (port) =>
      startRedis({
        program: redis,
        folder: this.#folder.file('redis'),
        password: this.#secrets.redisPassword,
        ...(port && { port }),
        onLine: this.output.from('redis', () => false),
      }),
    )
  }

  #supervised(title: string, launch: (port: number | undefined) => Promise<Service>): SupervisedService {
    return new SupervisedService(title, launch, {
      onStart: () => this.#noteWhoRuns(),
      onDeath: this.output.say,
      onGivenUp: (error) => this.#end.fail(error),
    })
  }

  async #choosePlaces(): Promise<Places> {
    const { options } = this
    const ports = [freePort(), freePort(), freePort(), freePort(), freePort()] as const
    const [chosen, api, x, solana, workers] = await Promise.all(ports)
    const web = options.port || chosen
    const origin = `http://localhost:${web}`
    // Another host name than the nation's, as X is in reality, so that no cookie of one reaches the other.
    const xOrigin = usesRealX(process.env) ? undefined : `http://127.0.0.1:${x}`
    const solanaOrigin = usesRealChain(process.env) ? undefined : `http://127.0.0.1:${solana}`
    const standIns = { ...(xOrigin && { xOrigin }), ...(solanaOrigin && { solanaOrigin }) }
    const addresses = { origin, ...this.#databaseUrls, redisUrl: this.#redisUrl, ...standIns }
    return {
      options,
      origin,
      offsetMs: 0,
      ports: { web, api: options.mode === 'dev' ? api : web, x, solana, workers },
      ...standIns,
      env: nationEnvironment(options, addresses, this.#secrets),
    }
  }

  get #databaseUrls(): { databaseUrl: string; servingUrl?: string } {
    const { url = '', servingUrl } = this.#database?.service ?? {}
    return { databaseUrl: this.options.databaseUrl ?? url, ...(servingUrl && { servingUrl }) }
  }

  get #redisUrl(): string {
    return this.options.redisUrl ?? this.#redis?.service?.url ?? ''
  }

  /** Schema, clock, and at the first start the demo nation and its administrator. Answers how far the clock is ahead. */
  async #prepareData(): Promise<number> {
    const { clock, empty } = this.options
    fs.mkdirSync(this.#folder.file('media'), { recursive: true })
    const offset = clockOffset(await this.#onDatabase(['migrate', '--clock', clock ?? 'show']))
    if (this.#folder.has('seeded.json')) return offset
    if (!empty) {
      await this.#onDatabase(['seed'])
      await this.#createAdmin()
    }
    writePrivate(this.#folder.file('seeded.json'), { at: new Date().toISOString(), empty })
    return offset
  }

  async #createAdmin(): Promise<void> {
    const account = { username: 'admin', password: randomBytes(15).toString('base64url'), citizen: DEMO_ADMIN }
    const args = ['--username', account.username, '--citizen', account.citizen, '--password-stdin']
    try {
      await this.#onDatabase(['admin-create', ...args], `${account.password}\n`)
      writePrivate(this.#folder.file('admin.json'), account)
    } catch (error) {
      // A database of one's own may hold other citizens; the nation lives without a panel account.
      if (!(error instanceof PlainFailure)) throw error
      this.output.say(`No panel account was made (${error.message}). Make one with \`npm run admin:create\`.`)
    }
  }

  /** Runs the database's command line and answers what it said. */
  async #onDatabase(args: string[], input?: string): Promise<string> {
    const onLine = this.output.from('setup', (line) => args.at(-1) !== 'show' || !instant.test(line))
    const command = this.product.database(args)
    const env = this.#places?.env ?? process.env
    const { exit, output } = await run({ name: 'setup', ...command, env, onLine, ...(input && { input }) })
    if (exit.code === 0 || this.#stopping) return output
    const sentence = output
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
      .at(-1)
    throw new PlainFailure(sentence ?? `The database command \`${args[0]}\` ${howItEnded(exit)}.`, exit.code ?? 1)
  }

  async #startParts(places: Places): Promise<void> {
    const events = {
      onLine: (name: string) => this.output.from(name),
      onStart: () => this.#noteWhoRuns(),
      onCrash: this.output.say,
    }
    this.#parts = this.product.parts(places).map((spec) => new Part(spec, events))
    this.#parts.forEach((part) => part.start())
    await Promise.all(this.#parts.map((part) => part.ready.catch((error: Error) => this.#giveUp(error))))
    await waitForHealth(`http://${nearAddress(places.env.HOST)}:${places.ports.api}/api/health`)
  }

  #giveUp(error: Error): never {
    throw new PlainFailure(error.message)
  }

  #noteWhoRuns(): void {
    if (this.#stopping) return
    const services = { database: this.#database?.service, redis: this.#redis?.service }
    const processes: Record<string, { pid: number; port?: number }> = {}
    for (const [name, service] of Object.entries(services)) {
      if (service?.child.pid) processes[name] = { pid: service.child.pid, port: service.port }
    }
    for (const { spec, child } of this.#parts) {
      if (child?.pid) processes[spec.name] = { pid: child.pid, ...(spec.port && { port: spec.port }) }
    }
    this.#folder.noteChildren(Object.values(processes).map(({ pid }) => pid))
    if (!this.#ready || !this.#places) return
    const { origin, ports, xOrigin, solanaOrigin } = this.#places
    writeRunFile(this.#folder.file('run.json'), {
      mode: this.options.mode,
      origin,
      port: ports.web,
      ...(xOrigin && { xOrigin }),
      ...(solanaOrigin && { solanaOrigin }),
      ...this.#databaseUrls,
      redisUrl: this.#redisUrl,
      dataDir: this.options.dataDir,
      processes,
    })
  }

  #sayAdmin(): void {
    const file = this.#folder.file('admin.json')
    if (!fs.existsSync(file)) return
    const { username, password } = JSON.parse(fs.readFileSync(file, 'utf8')) as { username: string; password: string }
    this.output.say(`The admin panel's account: ${username}, password ${password} (stored in ${file})`)
  }

  /** First the processes that serve citizens, then the services they depend on, then everything else that still runs. */
  async #shutDown(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#parts.map((part) => part.stop()))
    await Promise.all([this.#database?.stop(), this.#redis?.stop()])
    await endEveryChild(500)
    this.#folder?.release()
  }
}

/** How far the clock is ahead, from the instant that the command named just now. */
function clockOffset(said: string): number {
  const now = instant.exec(said)?.[0]
  const offset = now ? Date.parse(now) - Date.now() : 0
  // The command takes a moment; so small a difference is that moment.
  return Math.abs(offset) < 5000 ? 0 : offset
}

async function mustAnswer(name: string, address: string, port: number): Promise<void> {
  const reason = await whyUnreachable(address, port)
  if (!reason) return
  throw new PlainFailure(
    `No server answers at ${new URL(address).host}, the address in ${name} (${reason}). Start that server, or unset ${name} ` +
      'and Nation starts one of its own.',
  )
}

/** Where this machine reaches what listens on HOST: an address that stands for all of them is also 127.0.0.1. */
function nearAddress(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

async function waitForHealth(url: string): Promise<void> {
  const deadline = Date.now() + HEALTH_MS
  let last = 'no answer'
  while (Date.now() < deadline) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000) })
      if (answer.ok) return
      last = `status ${answer.status}: ${(await answer.text()).slice(0, 300)}`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    await sleep(50)
  }
  throw new PlainFailure(`The api did not become healthy within ${HEALTH_MS / 1000} s (${last}).`)
}
