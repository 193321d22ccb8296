import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../launcher/root'
import { cacheFolder } from './cache'
import { startDatabase } from './database'
import { findPrograms } from './mariadb'

const programs = () =>
  findPrograms(
    () => cacheFolder(path.join(root, '.nation')),
    () => undefined,
  )

// A server that starts throws away what it takes for its own leftovers: two that are made at once must share no such folder.
test(
  'a database is made and runs without the temporary folder that everybody shares',
  { timeout: 90_000 },
  async () => {
    await programs()
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-database-'))
    vi.stubEnv('TMPDIR', path.join(folder, 'is not there'))
    try {
      const { mariadb } = await programs()
      const secrets = { password: 'secret', servingPassword: 'secret', rootPassword: 'secret' }
      const database = await startDatabase({
        engine: mariadb,
        folder: path.join(folder, 'own'),
        relaxed: true,
        ...secrets,
      })
      await database.stop()
      expect(fs.readdirSync(folder)).toEqual(['own'])
    } finally {
      vi.unstubAllEnvs()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
)
