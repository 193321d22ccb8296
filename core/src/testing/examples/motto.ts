import fs from 'node:fs'
import path from 'node:path'
import { schemaMigrations } from '../../platform'
import type { Edit } from '../changed-copy'

const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../CONTRIBUTING.md'), 'utf8')
const blocks = [...guide.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
const places = [...guide.matchAll(/^### \d\. .*: `([\w/.-]+\.tsx?)`$/gm)].map(([, file = '']) => file)

/** The block of code in which these words stand. */
function block(words: string): string {
  const [found, ...more] = blocks.filter((code) => code.includes(words))
  if (found === undefined || more.length > 0) {
    throw new Error(
      `CONTRIBUTING.md must have one block of code with "${words}"; this test puts it where the text says.`,
    )
  }
  return found
}

/** The file that a heading of CONTRIBUTING.md names. */
function place(ending: string): string {
  const [found, ...more] = places.filter((file) => file.endsWith(ending))
  if (found === undefined || more.length > 0)
    throw new Error(`One heading of CONTRIBUTING.md must name a file …${ending}.`)
  return found
}

const after = (file: string, find: string, more: string): Edit => ({ file, find, put: find + more })
const before = (file: string, find: string, more: string): Edit => ({ file, find, put: more + find })

/** The example of CONTRIBUTING.md: its blocks of code, with the imports that an editor adds, in the files that it names. */
export function theMotto(): Edit[] {
  const [contract, bindings] = [place('citizens/profile.contract.ts'), place('/citizens.calls.ts')]
  const [call = '', list = ''] = block('export const setMotto = defineCall').split(/(?=export const profileCalls)/)
  if (!list.includes('setMotto] as const')) throw new Error('CONTRIBUTING.md must end its list of calls with setMotto.')
  const migration = block('implements MigrationInterface')
  const name = /class (\w+) /.exec(migration)?.[1] ?? ''
  const migrationFile = place('-citizen-motto.ts')
  const newest = schemaMigrations.at(-1) ?? ''
  const events = 'domain/src/citizens/events.ts'
  const entity = 'core/src/citizens/citizen.entity.ts'
  return [
    {
      file: place('domain/src/citizens/motto.ts'),
      text: block('export function canSetMotto'),
    },
    {
      file: 'domain/src/citizens/motto.test.ts',
      text: `import { expect, it } from 'vitest'\nimport { canSetMotto } from './motto'\n\n${block('not a millisecond before')}`,
    },
    after('domain/src/citizens/index.ts', "export * from './profile'\n", "export * from './motto'\n"),
    before('domain/src/errors/table.ts', '  // who is calling\n', block('motto_too_soon: [')),
    after(
      contract,
      "import { z } from 'zod'\n",
      "import { line } from '../definitions'\nimport { mottoLimits } from './motto'\n",
    ),
    before(contract, 'export const profileCalls = [', call),
    after(contract, 'export const profileCalls = [', 'setMotto, '),
    {
      file: migrationFile,
      text: `import type { MigrationInterface, QueryRunner } from 'typeorm'\n\n${migration}`,
    },
    before(
      'db-migrations/src/migrations/index.ts',
      `import { ${newest} }`,
      `import { ${name} } from './${path.basename(migrationFile, '.ts')}'\n`,
    ),
    after('db-migrations/src/migrations/index.ts', `  ${newest},\n`, `  ${name},\n`),
    after('core/src/platform/schema-version.ts', `  '${newest}',\n`, `  '${name}',\n`),
    before(
      entity,
      '  /** When the X account was made: voting needs six months. */\n',
      `${block('motto!: string | null')}\n`,
    ),
    {
      file: place('motto.service.ts'),
      text: `import { canSetMotto } from '@nation/domain/citizens'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow } from '@nation/domain/errors'
import type { CitizenContext } from '../platform'
import { Citizen } from './citizen.entity'

${block('export async function setMotto')}`,
    },
    after(events, 'const profileEvents = [\n', block("kind: 'citizens.motto-set',\n    summary")),
    after('core/src/replica/touched.ts', 'const rules: Rules = {\n', block("'citizens.motto-set': 'nothing'")),
    after('core/src/citizens/index.ts', "export * from './members.service'\n", "export * from './motto.service'\n"),
    {
      file: 'core/src/citizens/motto.service.test.ts',
      text: `import { expect, it } from 'vitest'
import { aCitizen, as, useTestNation } from '../testing'
import { setMotto } from './motto.service'

${block('const nation = useTestNation()')}`,
    },
    after(
      bindings,
      "import { NationError } from '@nation/domain/errors'\n",
      "import { setMotto } from '@nation/core/citizens'\n",
    ),
    after(bindings, 'export const citizenBindings: Bindings = {\n', block("citizenChange<'user.set-motto'>(setMotto)")),
    {
      file: place('MottoField.tsx'),
      text: `import { TextInput } from '@mantine/core'
import { mottoLimits } from '@nation/domain/citizens'
import { useState, type SyntheticEvent } from 'react'
import { sentenceOf } from '../../lib/api/api-error'
import { useChange } from '../../lib/query/query'
import { Button, FormErrors, toast, useFormErrors } from '../../ui'

${block('export function MottoField')}`,
    },
  ]
}

/** The example's own test files, and the sentences of their tests as CONTRIBUTING.md has them. */
export const mottoTests = {
  files: ['domain/src/citizens/motto.test.ts', 'core/src/citizens/motto.service.test.ts'],
  titles: () =>
    ['not a millisecond before', 'const nation = useTestNation()'].map(
      (words) => /^it\('(.+)', /m.exec(block(words))?.[1] ?? '',
    ),
}
