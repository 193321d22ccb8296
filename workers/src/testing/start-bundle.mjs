import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { constants, Script } from 'node:vm'

/*
 * Runs a bundle (`bundleScript`) with what the engine compiled of it in an earlier process: to compile the product takes a new
 * process longer than its statements do. The first process of a bundle keeps what it compiled, before it sends a statement.
 */
const file = process.argv[2]
const kept = `${file}.compiled`
const isKept = existsSync(kept)
const script = new Script(`(require, module, exports, __filename, __dirname) => {${readFileSync(file, 'utf8')}\n}`, {
  filename: file,
  ...(isKept && { cachedData: readFileSync(kept) }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
const module = { exports: {} }
script.runInThisContext()(createRequire(file), module, module.exports, file, path.dirname(file))
if (!isKept) {
  // Several processes may be the first.
  const own = `${kept}.${process.pid}`
  writeFileSync(own, script.createCachedData())
  renameSync(own, kept)
}
