import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { cacheFolder } from './cache'
import { findPrograms } from './mariadb'
import { startRedis } from './redis'

/** A Redis of one test's own, whose settings it may change. */
export async function startOwnRedis(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-redis-'))
  const { redis: program } = await findPrograms(
    () => cacheFolder(folder),
    () => undefined,
  )
  const redis = await startRedis({ program, folder: path.join(folder, 'redis'), password: 'test', relaxed: true })
  return {
    url: redis.url,
    stop: async () => {
      await redis.child.stop(0, 'SIGKILL')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
