import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { TARGETS } from '../launcher/build'
import { apiNode, memoryEnvironment, workersNode } from '../launcher/product'
import { root } from '../launcher/root'

// There may be no container engine here; what can be known of these files without one is.
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const exists = (file: string) => fs.existsSync(path.join(root, file))

interface Service {
  image?: string
  entrypoint?: string[]
  command?: string[]
  user?: string
  read_only?: boolean
  init?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  privileged?: boolean
  security_opt?: string[]
  logging?: { driver?: string; options?: Record<string, string> }
  tmpfs?: string[]
  mem_limit?: string
  scale?: string
  cpus?: number | string
  pids_limit?: number
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  healthcheck?: { test?: string[] }
  depends_on?: Record<string, { condition: string }>
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const dockerfile = read('Dockerfile')
const ours = ['migrate', 'api', 'workers']
const names = Object.keys(compose.services)
const service = (name: string): Service => compose.services[name] ?? {}
const servers = TARGETS.flatMap(({ outputs }) => outputs)

describe('docker-compose.yml', () => {
  test('runs MySQL, Redis, the migrations, the api and the workers', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['api', 'migrate', 'mysql', 'redis', 'workers'])
    expect(compose.services.mysql?.image).toBe('mysql:9.7')
  })

  test.each(ours)('%s is started on a file that the build makes', (name) => {
    const [program, ...rest] = compose.services[name]?.command ?? []
    expect(program).toBe('node')
    expect(servers).toContain(rest.find((word) => !word.startsWith('--')))
  })

  test.each([
    ['workers', workersNode],
    ['api', apiNode],
  ] as const)('%s treats its memory as the launcher has it do, and as the benchmarks measure it', (name, given) => {
    const options = compose.services[name]?.command?.filter((word) => word.startsWith('--'))
    expect(options).toEqual([...given])
  })

  test('the image gives the memory of pictures back to the system, as the launcher has it', async () => {
    for (const [name, value] of Object.entries(memoryEnvironment)) {
      expect(dockerfile).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'))
    }
    // A photograph as large as is taken, twice at a time. Without these settings some 150 MB stay allocated, and more with the next.
    const program = `
      const sharp = require('sharp')
      sharp.cache(false)
      sharp.concurrency(1)
      const blank = { create: { width: 6300, height: 6300, channels: 3, background: '#3366cc' } }
      const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6)
      const run = async () => {
        const before = megabytes()
        const photograph = await sharp(blank).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer()
        const drawn = (side) => sharp(photograph).autoOrient().resize(side, side).webp({ effort: 0 }).toBuffer()
        await Promise.all([400, 2400].map(drawn))
        console.log(megabytes() - before)
      }
      run()`
    const retained = await promisify(execFile)(process.execPath, ['-e', program], {
      cwd: path.join(root, 'core'),
      env: { ...process.env, ...memoryEnvironment },
    })
    expect(Number(retained.stdout)).toBeLessThan(60)
  })

  test('an image that is run by itself serves as compose has it', () => {
    const [, command] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
    expect(JSON.parse(command ?? 'null')).toEqual(compose.services.api?.command)
  })

  test('there may be several api processes, as each may have a port of a range', () => {
    expect(service('api').scale).toBe('${API_COUNT:-1}')
    expect(service('api').ports).toEqual(['127.0.0.1:${PORT:-3000}:3000'])
    expect(read('docs/operations.md')).toMatch(/`API_COUNT=2` and `PORT=3000-3001`/)
  })

  test('api and workers wait for the schema, the schema for the database', () => {
    for (const name of ['api', 'workers']) {
      expect(compose.services[name]?.depends_on?.migrate?.condition).toBe('service_completed_successfully')
      expect(compose.services[name]?.depends_on?.redis?.condition).toBe('service_healthy')
    }
    expect(compose.services.migrate?.depends_on?.mysql?.condition).toBe('service_healthy')
  })

  test('every service that stays up says whether it is well', () => {
    for (const name of ['mysql', 'redis', 'workers']) expect(compose.services[name]?.healthcheck, name).toBeDefined()
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\n.*\/api\/health/m)
  })

  test.each(names)('every word of %s’s lists is a text, without which compose refuses the whole file', (name) => {
    const { entrypoint, command, cap_drop, security_opt, tmpfs, ports, volumes, healthcheck } = service(name)
    const lists = [entrypoint, command, cap_drop, security_opt, tmpfs, ports, volumes, healthcheck?.test]
    for (const word of lists.flatMap((list) => list ?? [])) expect(word).toBeTypeOf('string')
  })

  test('the health checks of api and workers tell a good answer from a bad one and from none', async () => {
    const ofImage = /^HEALTHCHECK .*\n +CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]'
    const [, ...ofWorkers] = service('workers').healthcheck?.test ?? []
    let status = 200
    const server = http.createServer((_, answer) => answer.writeHead(status).end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const PORT = String((server.address() as AddressInfo).port)
    const code = ([program, ...words]: string[]) =>
      promisify(execFile)(program ?? '', words, { env: { ...process.env, PORT } }).then(
        () => 0,
        (error: { code?: number }) => error.code,
      )
    const checks = [
      JSON.parse(ofImage) as string[],
      ofWorkers.map((word) => word.replace('127.0.0.1:3001', `127.0.0.1:${PORT}`)),
    ]
    expect(await Promise.all(checks.map(code))).toEqual([0, 0])
    status = 503
    expect(await Promise.all(checks.map(code))).toEqual([1, 1])
    await new Promise((closed) => server.close(closed))
    expect(await Promise.all(checks.map(code))).toEqual([1, 1])
  })

  test('the api alone listens outside of its container, and on this machine only', () => {
    expect(names.filter((name) => service(name).ports)).toEqual(['api'])
    for (const port of service('api').ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  test.each(names)('%s can write to its data and to memory, and has no rights of root', (name) => {
    const { read_only, init, user, cap_drop, cap_add, privileged, security_opt, tmpfs = [] } = service(name)
    expect({ read_only, init, cap_drop, cap_add, privileged }).toEqual({
      ...{ read_only: true, init: true, cap_drop: ['ALL'], cap_add: undefined, privileged: undefined },
    })
    expect(security_opt).toEqual(['no-new-privileges:true'])
    expect(user).toMatch(/^(node|mysql|redis)$/)
    expect(tmpfs.map((each) => each.split(':')[0])).toContain('/tmp')
    for (const each of tmpfs) expect(each).toMatch(/:mode=1777,size=\d+m$/)
  })

  test.each(names)('%s has limits for memory, processors and processes', (name) => {
    const { mem_limit, cpus, pids_limit } = service(name)
    expect(mem_limit).toMatch(/^(\$\{\w+:-)?\d+[mg]\}?$/)
    expect(String(cpus)).toMatch(/^(\$\{\w+:-)?\d+\}?$/)
    expect(pids_limit).toBeGreaterThan(0)
  })

  test.each(names)('%s has a log that does not fill the disk', (name) => {
    const { driver, options } = service(name).logging ?? {}
    expect(driver).toBe('json-file')
    expect(options).toEqual({ 'max-size': '50m', 'max-file': '5' })
  })

  test('MySQL keeps its binary log for a week', () => {
    expect(read('docker/mysql.sh')).toMatch(
      /^exec docker-entrypoint\.sh mysqld (.*\\\n)*.* --binlog-expire-logs-seconds=604800$/m,
    )
  })

  test('the README’s variables for production reach the servers, and every variable that reaches them is in the README', () => {
    const table = /^\| Variable +\| Needed .*\n(?:\|.*\n)+/m.exec(read('README.md'))?.[0] ?? ''
    const described = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)(…?)`/g)].map(([, name = '', isPrefix]) => ({ name, isPrefix: isPrefix !== '' })),
    )
    expect(described.length).toBeGreaterThan(20)
    const byImage = [...dockerfile.matchAll(/^ENV (?:.*\\\n)*.*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/\b([A-Z]\w+)=/g)].map(([, name = '']) => name),
    )
    const byCompose = ours.flatMap((name) => Object.keys(service(name).environment ?? {}))
    const given = [...byImage, ...byCompose]
    for (const { name, isPrefix } of described) {
      expect(
        given.some((one) => (isPrefix ? one.startsWith(name) : one === name)),
        name,
      ).toBe(true)
    }
    for (const one of byCompose) {
      expect(
        described.some(({ name, isPrefix }) => (isPrefix ? one.startsWith(name) : one === name)),
        one,
      ).toBe(true)
    }
  })

  test('only the migrations have the account that owns the schema', () => {
    const holders = ours.filter((name) => /\bMYSQL_PASSWORD\b/.test(JSON.stringify(service(name))))
    expect(holders).toEqual(['migrate'])
    for (const name of ours) expect(service(name).environment?.DATABASE_URL).toMatch(/^mysql:\/\/nation_serving:/)
    expect(service('migrate').environment?.MIGRATION_DATABASE_URL).toMatch(/^mysql:\/\/nation:/)
  })

  test('Redis wants a password, which is on no command line', () => {
    for (const name of ours) expect(service(name).environment?.REDIS_URL).toContain('redis://:${REDIS_PASSWORD:?')
    expect(service('redis').environment?.REDIS_PASSWORD).toBeDefined()
    for (const name of names) expect(JSON.stringify(service(name).command ?? '')).not.toContain('${')
    expect(read('docker/redis.sh')).toMatch(/requirepass .*REDIS_PASSWORD.* > \/tmp\/redis\.conf/)
  })

  test('what is mounted from this folder is there, and only to be read', () => {
    const mounts = names.flatMap((name) => service(name).volumes ?? []).filter((each) => each.startsWith('.'))
    expect(mounts.length).toBeGreaterThan(0)
    for (const mount of mounts) {
      const [source = '', inside = '', mode] = mount.split(':')
      expect(exists(source), source).toBe(true)
      expect(mode, source).toBe('ro')
      const started = names.map((name) => [...(service(name).entrypoint ?? []), ...(service(name).command ?? [])])
      expect(started.flat()).toContain(inside)
    }
  })

  test.each(ours)('%s runs as production and may change nothing but its data', (name) => {
    expect(compose.services[name]?.environment?.NATION_ENV).toBe('production')
    expect(compose.services[name]?.read_only).toBe(true)
  })

  test('names every volume that it uses', () => {
    const used = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => each.split(':')[0]).filter((each) => !each?.startsWith('.')),
    )
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.volumes).sort())
  })

  test('every value that it asks for is in .env.example, and no secret has a default', () => {
    const asked = [...read('docker-compose.yml').matchAll(/(?<!\$)\$\{(\w+):(\?|-)/g)]
    for (const [, name] of asked) expect(read('.env.example'), name).toMatch(new RegExp(`^${name}=`, 'm'))
    const required = new Set(asked.filter(([, , mark]) => mark === '?').map(([, name]) => name))
    expect(required).toEqual(
      new Set([
        ...['NATION_ORIGIN', 'NATION_SECRET', 'MYSQL_PASSWORD', 'MYSQL_SERVING_PASSWORD', 'REDIS_PASSWORD'],
        ...['X_CLIENT_ID', 'X_CLIENT_SECRET', 'X_API_KEY', 'X_API_SECRET', 'TOKEN_MINT', 'SOLANA_RPC_URLS'],
      ]),
    )
    for (const name of required) expect(read('.env.example')).toMatch(new RegExp(`^${name}=$`, 'm'))
  })
})

describe('docs/operations.md', () => {
  const commands = [...read('docs/operations.md').matchAll(/docker compose (?:exec|run|up|stop) ((?:-\S+ )*[^\n`]*)/g)]

  test('names services that there are', () => {
    const named = commands.map(([, words = '']) => words.split(' ').find((word) => !word.startsWith('-')) ?? '')
    const services = named.filter((word) => /^[a-z]+$/.test(word))
    expect(services.length).toBeGreaterThan(10)
    expect(names).toEqual(expect.arrayContaining(services))
  })

  test('makes every backup in one snapshot, of all that the account that owns the schema can read', () => {
    const dumps = [...read('docs/operations.md').matchAll(/mysqldump (.*?) -u nation/gs)].map(
      ([, options = '']) => options,
    )
    expect(dumps.length).toBe(2)
    // Without the last three mysqldump 9.7 wants rights that the account lacks, and prints an error.
    const wanted = '--single-transaction --routines --no-tablespaces --set-gtid-purged=OFF --skip-masking-policies'
    for (const options of dumps) expect(options.replaceAll(/\s+(\\\s+)?/g, ' ')).toBe(wanted)
  })
})

describe('Dockerfile', () => {
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n')
  const copied = lines.filter((line) => line.startsWith('COPY ')).map((line) => line.split(/\s+/).slice(1))

  test('copies only what is there', () => {
    for (const [first = '', ...rest] of copied) {
      const sources = first.startsWith('--from=') ? rest.slice(0, -1) : [first, ...rest.slice(0, -1)]
      for (const source of sources) {
        const file = source.replace(/^\/app\//, '')
        const isBuilt = first.startsWith('--from=') && (/\/dist$/.test(file) || file === 'node_modules')
        expect(isBuilt || exists(file), source).toBe(true)
      }
    }
  })

  test('knows every workspace before it installs', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    for (const name of workspaces) expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/`)
  })

  test('installs for the servers what the servers use, and nothing of the client or the tests', () => {
    const ownDependencies = (name: string): string[] => {
      const { dependencies = {} } = JSON.parse(read(`${name}/package.json`)) as {
        dependencies?: Record<string, string>
      }
      return Object.keys(dependencies).flatMap((each) => /^@nation\/(.+)/.exec(each)?.[1] ?? [])
    }
    const started = ours.flatMap((name) => service(name).command?.find((word) => word.includes('/')) ?? [])
    const used = new Set(started.map((file) => path.dirname(path.dirname(file))))
    for (const name of used) for (const each of ownDependencies(name)) used.add(each)
    const stage = /^FROM base AS server-manifests\n(.*?)\n\n/ms.exec(dockerfile)?.[1] ?? ''
    const described = [...stage.matchAll(/^COPY (\S+)\/package\.json /gm)].map(([, name]) => name)
    expect(described.sort()).toEqual([...used].sort())
    expect(dockerfile).toMatch(/^FROM server-manifests AS dependencies$/m)
  })

  test('brings every server that docker-compose.yml starts', () => {
    for (const name of ours) {
      const folder = path.dirname(compose.services[name]?.command?.find((word) => word.includes('/')) ?? '')
      expect(dockerfile).toContain(`COPY --from=build /app/${folder} ./${folder}`)
    }
  })

  test('runs on a Node that is fit for the product, as an ordinary user', () => {
    const major = Number(/^FROM node:(\d+)-/m.exec(dockerfile)?.[1])
    expect(major % 2).toBe(0)
    expect(major).toBeGreaterThanOrEqual(24)
    const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(stage).toMatch(/^USER node$/m)
    expect(stage.indexOf('USER node')).toBeLessThan(stage.indexOf('\nCMD '))
  })

  test('makes no folder that its base may have already', () => {
    for (const line of lines.filter((each) => /\bmkdir\b/.test(each))) expect(line).toMatch(/mkdir -p /)
  })

  test('holds every install against the lock', () => {
    const installs = lines.filter((line) => /^RUN .*\bnpm (install|i|ci|add)\b/.test(line))
    expect(installs).toHaveLength(2)
    for (const line of installs) expect(line).toMatch(/npm install --no-save .*&& node docker\/check-lock\.mjs/)
  })

  test('is read by the engine itself, not by a further image of no fixed version', () => {
    expect(dockerfile).not.toMatch(/^# *syntax=/m)
  })

  test('names the version of its base, keeps no secret, and copies from nowhere else', () => {
    for (const [, base = ''] of dockerfile.matchAll(/^FROM (\S+)/gm)) {
      expect(/^(node:\d+-\w+-slim|base|(server-)?manifests)$/.test(base), base).toBe(true)
    }
    for (const line of lines) {
      expect(line).not.toMatch(/^(ADD|ARG) |^ENV .*(SECRET|PASSWORD|KEY|TOKEN)/)
      expect(line).not.toMatch(/\b(curl|wget|sudo)\b|chmod 777/)
    }
  })

  test('sends neither secrets nor installed packages to the engine', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.env', '**/node_modules', '.git', '.nation*']) expect(ignored).toContain(name)
  })
})
