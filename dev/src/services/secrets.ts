import { randomBytes } from 'node:crypto'
import fs from 'node:fs'

/** Made once for each nation and stored beside its data. */
export interface Secrets {
  databasePassword: string
  servingPassword: string
  databaseRootPassword: string
  redisPassword: string
  /** NATION_SECRET: all of the product's own keys derive from it. */
  nation: string
  xClientId: string
  xClientSecret: string
}

export function makeSecrets(): Secrets {
  const word = (bytes: number) => randomBytes(bytes).toString('base64url')
  return {
    databasePassword: word(24),
    servingPassword: word(24),
    databaseRootPassword: word(24),
    redisPassword: word(24),
    nation: word(48),
    xClientId: `nation-${word(9)}`,
    xClientSecret: word(32),
  }
}

/** The nation's secrets, made at its first start. */
export function loadSecrets(file: string): Secrets {
  if (fs.existsSync(file))
    return { ...makeSecrets(), ...(JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Secrets>) }
  const secrets = makeSecrets()
  writePrivate(file, secrets)
  return secrets
}

/** Writes JSON that only this user may read, whole or not at all. */
export function writePrivate(file: string, value: unknown): void {
  const fresh = `${file}.${process.pid}`
  fs.writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(fresh, file)
}
