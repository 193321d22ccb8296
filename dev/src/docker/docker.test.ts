import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { TARGETS } from '../launcher/build'
import { apiNode, workersNode } from '../launcher/product'
import { root } from '../launcher/root'

// There may be no container engine here; what can be known of these files without one is.
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const exists = (file: string) => fs.existsSync(path.join(root, file))

interface Service {
  image?: string
  command?: string[]
  user?: string
  read_only?: boolean
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const dockerfile = read('Dockerfile')
const ours = ['migrate', 'api', 'workers']
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

  test('an image that is run by itself serves as compose has it', () => {
    const [, command] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
    expect(JSON.parse(command ?? 'null')).toEqual(compose.services.api?.command)
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

  test('the servers that citizens do not need are reachable from this machine only', () => {
    for (const name of ['mysql', 'redis']) {
      for (const port of compose.services[name]?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
    }
  })

  test.each(ours)('%s runs as production and may change nothing but its data', (name) => {
    expect(compose.services[name]?.environment?.NATION_ENV).toBe('production')
    expect(compose.services[name]?.read_only).toBe(true)
  })

  test('names every volume that it uses', () => {
    const used = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => each.split(':')[0]),
    )
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.volumes).sort())
  })

  test('every value that it asks for is in .env.example, and no secret has a default', () => {
    const asked = [...read('docker-compose.yml').matchAll(/(?<!\$)\$\{(\w+):(\?|-)/g)]
    for (const [, name] of asked) expect(read('.env.example'), name).toMatch(new RegExp(`^${name}=`, 'm'))
    const required = new Set(asked.filter(([, , mark]) => mark === '?').map(([, name]) => name))
    expect(required).toEqual(
      new Set([
        ...['NATION_ORIGIN', 'NATION_SECRET', 'MYSQL_PASSWORD', 'X_CLIENT_ID', 'X_CLIENT_SECRET'],
        ...['X_API_KEY', 'X_API_SECRET', 'TOKEN_MINT', 'SOLANA_RPC_URLS'],
      ]),
    )
    for (const name of required) expect(read('.env.example')).toMatch(new RegExp(`^${name}=$`, 'm'))
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

  test('sends neither secrets nor installed packages to the engine', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.env', '**/node_modules', '.git', '.nation*']) expect(ignored).toContain(name)
  })
})
