import path from 'node:path'
import { findChromium, type Chromium } from '@nation/dev/chromium'
import { cacheFolder } from '@nation/dev/services'

export const root = path.resolve(import.meta.dirname, '../..')

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** The browser that the tests use. */
export const ourChromium = (): Promise<Chromium> => findChromium(() => cacheFolder(path.join(root, '.nation')), say)

/** The value of `--name=value`. */
export function option(name: string): string | undefined {
  const given = process.argv.find((one) => one.startsWith(`--${name}=`))
  return given?.slice(name.length + 3)
}
