import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { citizenFile } from './citizen-file-plugin'

const part = { module: 'web/button.tsx', share: ['web/lines.ts'], most: 1_000 }
const noise = (bytes: number) => `export const noise = '${randomBytes(bytes).toString('hex')}'`

interface File {
  readonly name: string
  readonly modules: Readonly<Record<string, string>>
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
}

const citizens = { name: 'citizen', modules: { '/nation/web/lines.ts': 'const a = 1', '/nation/web/paths.ts': '' } }
const button = { name: 'button', modules: { '/nation/web/button.tsx': 'const b = 1' }, imports: ['citizen', 'app'] }
const app = { name: 'app', modules: { '/nation/web/main.tsx': noise(5_000) }, isEntry: true }

/** Holds a build of these files against what is said of it. */
function built(files: readonly File[], named = ['web/lines.ts', 'web/paths.ts']): void {
  const chunks = files.map(({ name, modules, imports = [], isEntry = false }) => ({
    ...{ type: 'chunk', name, fileName: name, imports, isEntry },
    code: Object.values(modules).join('\n'),
    modules: Object.fromEntries(Object.entries(modules).map(([id, code]) => [id, { code }])),
  }))
  const bundle = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk]))
  const hook = citizenFile(named, part).writeBundle as unknown as (
    this: object,
    options: object,
    bundle: object,
  ) => void
  hook.call({ info: () => undefined }, {}, bundle)
}

it('A build in which every named module is in the citizen’s file, and the button is small, is as it should be', () =>
  expect(() => built([app, citizens, button])).not.toThrow())

it('A module that was renamed, or is no longer in the citizen’s file, fails the build', () =>
  expect(() => built([app, citizens, button], ['web/lines.ts', 'web/path.ts'])).toThrow('web/path.ts'))

it.each([
  ['its own code', [app, citizens, { ...button, modules: { '/nation/web/button.tsx': noise(1_000) } }]],
  [
    'its share of the citizen’s file',
    [app, { ...citizens, modules: { ...citizens.modules, '/nation/web/lines.ts': noise(1_000) } }, button],
  ],
  [
    'a file that comes with it alone',
    [
      app,
      citizens,
      { ...button, imports: ['citizen', 'extra'] },
      { name: 'extra', modules: { '/nation/web/extra.ts': noise(1_000) } },
    ],
  ],
])('A button that is too large by %s fails the build', (_, files) =>
  expect(() => built(files)).toThrow(/costs \d+ bytes of JavaScript, at most 1000/),
)
