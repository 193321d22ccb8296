import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { PUSHED, type Link, type Profile } from '../ipc/contract'
import { answerBridge } from './answers'
import { Exports } from './exports'
import { guardCertificates, guardContents } from './guard'
import { linkAmong, readLink } from './links'
import { menuOf, Waits } from './native'
import { OWN_SCHEME } from './navigation'
import { PRIVILEGES } from './own-scheme'
import type { Parts } from './parts'
import { Profiles } from './profiles'
import { readServerAddress } from './server-address'
import { Unsent } from './unsent'
import { Vault } from './vault'
import { windowStateFile } from './window-state'
import { Windows } from './windows'

/** A console that runs. */
export interface Started {
  /** Shows in all windows why no newer console could be looked for; null takes it back. */
  readonly tellUpdateProblem: (problem: string | null) => void
}

/** Starts the console on the parts that it is given. A second one hands its link to the first, ends, and answers null. */
export async function startConsole(parts: Parts): Promise<Started | null> {
  const { app } = parts
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return null
  }
  app.enableSandbox()
  parts.registerScheme(OWN_SCHEME, PRIVILEGES)
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  guardCertificates(app)
  // Links may come before anything else is there.
  let early: Link | undefined = linkAmong(parts.words)
  let follow = (link: Link | undefined) => void (early = link ?? early)
  app.on('open-url', (event, address) => {
    event.preventDefault()
    follow(readLink(address))
  })
  app.on('second-instance', (_event, words) => follow(linkAmong(words)))
  await app.whenReady()
  app.setAsDefaultProtocolClient(OWN_SCHEME)

  const { windows, profiles, unsent, openLast, tellUpdateProblem } = rooms(parts)
  follow = (link) => void (windows.show(link) || openLast(link).catch(tell))
  const tell = (error: unknown) => parts.say(error instanceof Error ? error.message : String(error))
  app.on('activate', () => void (windows.all().length === 0 && openLast().catch(tell)))
  app.on('window-all-closed', () => {
    if (parts.platform !== 'darwin') void windows.settled().then(() => windows.all().length === 0 && app.quit())
  })
  // A quit closes the windows itself, and does not wait for what that writes.
  app.on('will-quit', (event) => {
    if (windows.isSettled && unsent.isSettled) return
    event.preventDefault()
    void Promise.all([windows.settled(), unsent.settled()]).then(() => app.quit())
  })
  parts.setMenu(
    menuOf(parts.platform, {
      newWindow: () => void windows.open(windows.last()?.profile ?? null).catch(tell),
      chooseServer: () => void windows.open(null).catch(tell),
      go: (link) => void windows.show(link),
    }),
  )
  const { problem } = await profiles.list()
  if (problem !== null) parts.say(problem)
  await openLast(early)
  return { tellUpdateProblem }
}

/** Everything behind the windows, on the console's own folder. */
function rooms(parts: Parts) {
  const folder = parts.app.getPath('userData')
  const profiles = new Profiles(path.join(folder, 'profiles.json'), randomUUID, suggestedAmong(parts.words))
  const vault = new Vault(folder, parts.safeStorage, parts.platform, () => randomBytes(32))
  const windows = new Windows(parts, windowStateFile(path.join(folder, 'window.json')))
  const openLast = async (link?: Link) => {
    const profile: Profile | undefined = await profiles.chosen()
    await windows.open(profile ?? null, link ?? null)
  }
  const openFor = async (id: string, link: Link) => {
    const profile = await profiles.find(id)
    if (profile) await windows.open(profile, link)
  }
  const waits = new Waits(parts, {
    show: () => void (windows.show(undefined) || openLast()),
    open: (profile, link) => void (windows.show(link, profile) || openFor(profile, link)),
  })
  const exports = new Exports({ freshId: randomUUID })
  const unsent = new Unsent(path.join(folder, 'unsent.json'), parts.say)
  let problem: string | null = null
  const updateProblem = () => problem
  const tellUpdateProblem = (now: string | null) => {
    // Its words are another program's, of any length.
    problem = now?.slice(0, 500) ?? null
    for (const { window } of windows.all()) window.webContents.send(PUSHED.updateProblem.channel, null)
  }
  answerBridge({ parts, profiles, vault, windows, exports, waits, unsent, updateProblem })
  return { windows, profiles, unsent, openLast, tellUpdateProblem }
}

const SUGGESTION = '--local-nation='

/** The nation beside which the console was started: one on this machine, or none. */
function suggestedAmong(words: readonly string[]): string | null {
  const word = words.find((each) => each.startsWith(SUGGESTION))
  if (word === undefined) return null
  const read = readServerAddress(word.slice(SUGGESTION.length))
  return 'server' in read && read.local ? read.server : null
}

export { CertificateRefused } from './server-fetch'
