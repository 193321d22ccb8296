import path from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium, type Chromium } from '@nation/dev/chromium'
import { cacheFolder } from '@nation/dev/services'

export const root = path.resolve(import.meta.dirname, '../..')

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** The browser that the tests use. */
export const ourChromium = (): Promise<Chromium> => findChromium(() => cacheFolder(path.join(root, '.nation')), say)

/** What one may say to a tool: with a value, as in `--out=FOLDER`, or without, as in `--check`. */
export type Options = Readonly<Record<string, 'string' | 'boolean'>>

type Given<O extends Options> = { readonly [name in keyof O]?: O[name] extends 'string' ? string : boolean }

/** What was said to a tool. Ends the process with the options that it knows when it was told something else. */
export function optionsOf<const O extends Options>(known: O): Given<O> {
  try {
    const options = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]))
    return parseArgs({ options }).values as Given<O>
  } catch (error) {
    const each = Object.entries(known).map(([name, type]) => (type === 'string' ? `--${name}=...` : `--${name}`))
    say(error instanceof Error ? error.message : String(error))
    say(`It knows ${each.join(', ')}.`)
    process.exit(2)
  }
}
