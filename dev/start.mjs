// The door of every root command: plain Node, no dependencies, because it runs before they are installed.
// It makes sure that node_modules is whole and current, then hands over to the TypeScript launcher in this very process.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.nation-installed')
const busyFile = path.join(modules, '.nation-installing')

class Plain extends Error {}

try {
  checkNode()
  await ensurePackages()
} catch (error) {
  if (!(error instanceof Plain)) throw error
  console.error(error.message)
  process.exit(1)
}
await runLauncher()

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Plain(`Nation needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org.`)
  }
}

async function runLauncher() {
  const { register } = await import('tsx/esm/api')
  register()
  const { main } = await import(pathToFileURL(path.join(root, 'dev/src/main.ts')).href)
  await main(process.argv.slice(2))
}

/** Installs when the lock file or a package.json changed, when something is missing, or when the last install was cut off. */
async function ensurePackages() {
  for (;;) {
    const wanted = fingerprint()
    if (readText(stampFile) === wanted && !fs.existsSync(busyFile) && packagesPresent()) return
    if (!isWritable(modules) && packagesPresent()) return
    const holder = claimInstall()
    if (holder) {
      await waitFor(holder)
      continue
    }
    await install()
    fs.writeFileSync(stampFile, fingerprint())
    fs.rmSync(busyFile, { force: true })
    return
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const files = ['package.json', 'package-lock.json', ...workspaces.map((name) => `${name}/package.json`)]
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readText(path.join(root, file)) ?? '')
  return hash.update(`${process.platform} ${process.arch}`).digest('hex')
}

/** npm's own list of what it put down, held against the disk: a folder emptied by hand is noticed. */
function packagesPresent() {
  try {
    const { packages } = JSON.parse(fs.readFileSync(path.join(modules, '.package-lock.json'), 'utf8'))
    return Object.keys(packages).every(
      (name) => packages[name].optional || fs.existsSync(path.join(root, name, 'package.json')),
    )
  } catch {
    return false
  }
}

/** Takes the right to install, or names the living process that has it. A dead holder means half-made node_modules. */
function claimInstall() {
  try {
    fs.mkdirSync(modules, { recursive: true })
    fs.writeFileSync(busyFile, String(process.pid), { flag: 'wx' })
    return 0
  } catch (error) {
    if (error.code !== 'EEXIST') throw unwritable(error)
  }
  const holder = Number(readText(busyFile)) || 0
  if (holder && isAlive(holder)) return holder
  console.log('The last installation was interrupted; installing again.')
  removeModules()
  return claimInstall()
}

function removeModules() {
  try {
    const { workspaces } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
    for (const name of workspaces) fs.rmSync(path.join(root, name, 'node_modules'), { recursive: true, force: true })
    fs.rmSync(modules, { recursive: true, force: true })
  } catch (error) {
    throw unwritable(error)
  }
}

function unwritable(error) {
  return new Plain(
    `Nation cannot install its npm packages: ${root} is not writable (${error.code}). ` +
      'Make the folder writable for this user, or clone it into one that is.',
  )
}

async function waitFor(pid) {
  console.log(`Another process (${pid}) is installing npm packages here; waiting for it.`)
  while (isAlive(pid) && fs.existsSync(busyFile)) await new Promise((resolve) => setTimeout(resolve, 250))
}

async function install() {
  if (!fs.existsSync(path.join(modules, '.package-lock.json')) && fs.readdirSync(modules).length > 1) {
    console.log('node_modules is incomplete; installing again.')
    removeModules()
    fs.mkdirSync(modules)
    fs.writeFileSync(busyFile, String(process.pid))
  }
  console.log('Installing npm packages ...')
  const npmCache = usableNpmCache()
  const { code, output } = await runNpm(npmCache)
  if (npmCache) fs.rmSync(npmCache, { recursive: true, force: true })
  if (code === 0 && packagesPresent()) return
  fs.rmSync(busyFile, { force: true })
  const tail = output.trim().split('\n').slice(-15).join('\n')
  throw new Plain(
    `${tail}\nnpm could not install the packages (exit code ${code}). Check the network connection and try again.`,
  )
}

/** Undefined when npm's own cache can be written; otherwise a folder of our own, so that an unwritable home is no obstacle. */
function usableNpmCache() {
  const own = process.env.npm_config_cache ?? path.join(os.homedir(), '.npm')
  try {
    fs.mkdirSync(path.join(own, '_cacache', 'tmp'), { recursive: true })
    fs.accessSync(path.join(own, '_cacache', 'tmp'), fs.constants.W_OK)
    return undefined
  } catch {
    return fs.mkdtempSync(path.join(os.tmpdir(), 'nation-npm-'))
  }
}

function runNpm(npmCache) {
  // `npm ci` refuses lock files that lack other platforms' optional packages; --no-save keeps the lock file as committed.
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--include=dev', '--include=optional']
  args.push('--no-update-notifier', '--loglevel=error')
  const cli = npmCli()
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []]
  const env = { ...process.env, ...(npmCache && { npm_config_cache: npmCache }), npm_config_yes: 'true' }
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = (signal) => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // gone already
    }
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    const done = (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.message
      done(127)
    })
    child.on('close', (code, signal) => done(code ?? signal))
  })
}

/** npm's real script, so that no wrapper stands between a signal and npm. */
function npmCli() {
  const beside = path.resolve(path.dirname(fs.realpathSync(process.execPath)), '../lib/node_modules/npm/bin/npm-cli.js')
  return [process.env.npm_execpath, beside].find((file) => file?.endsWith('npm-cli.js') && fs.existsSync(file))
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** False only for a folder that is there and cannot be written. */
function isWritable(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch (error) {
    return error.code === 'ENOENT'
  }
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
