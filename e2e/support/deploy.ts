import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'

const built = path.resolve(import.meta.dirname, '../../web/dist')

/** A web client that a file's nation serves from a folder of its own, so that a test can deploy another build. */
export interface WebFolder {
  /** For the nation's environment. */
  readonly dir: string
  /** Swaps in a build in which every script and style has another name. The old files are gone, as after a deploy. */
  readonly deploy: () => void
}

/** A copy of the built web client, made once the nation has seen to the build. Call it after `useNation`. */
export function useWebFolder(): WebFolder {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'nation-web-'))
  base.beforeAll(() => cpSync(built, dir, { recursive: true }))
  base.afterAll(() => rmSync(dir, { recursive: true, force: true }))
  let builds = 0
  return { dir, deploy: () => renameAll(dir, `n${++builds}`) }
}

function renameAll(dir: string, mark: string): void {
  const assets = path.join(dir, 'assets')
  const packed = readdirSync(assets).filter((name) => /\.(br|gz)$/.test(name))
  for (const name of packed) rmSync(path.join(assets, name))
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name))
  const renamed = new Map(names.map((name) => [name, name.replace(/\.(js|css)$/, `${mark}.$1`)]))
  const mention = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  const rewrite = (file: string) =>
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(mention, (name) => renamed.get(name) ?? name),
    )
  for (const [name, next] of renamed) {
    rewrite(path.join(assets, name))
    renameSync(path.join(assets, name), path.join(assets, next))
  }
  rewrite(path.join(dir, 'index.html'))
  const worker = path.join(dir, 'sw.js')
  rewrite(worker)
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/"version":"\w+"/, `"version":"${mark}"`))
}
