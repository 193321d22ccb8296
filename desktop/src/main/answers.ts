import { CALLS, channelOf } from '../ipc/contract'
import type { CallName, InputOf, OutputOf } from '../ipc/contract'
import type { Exports } from './exports'
import { isOwn } from './navigation'
import type { Waits } from './native'
import type { Unsent } from './unsent'
import type { Asker, Parts, WindowPart } from './parts'
import type { Profiles } from './profiles'
import type { Vault } from './vault'
import type { OpenWindow, Windows } from './windows'

/** What the answers are made from. */
export interface Desk {
  readonly parts: Parts
  readonly profiles: Profiles
  readonly vault: Vault
  readonly windows: Windows
  readonly exports: Exports
  readonly waits: Waits
  readonly unsent: Unsent
  /** Why no newer console could be looked for. */
  readonly updateProblem: () => string | null
}

type Answers = { readonly [Name in CallName]: (asker: OpenWindow, ...input: InputOf<Name>) => Promise<OutputOf<Name>> }

/**
 * Answers the bridge's calls: those of the top frame of a window of the console's that shows a page of its own. What arrives and
 * what leaves is parsed.
 */
export function answerBridge(desk: Desk): void {
  const answers = answersOf(desk)
  for (const name of Object.keys(CALLS) as CallName[]) answer(desk, name, answers)
}

function answer<Name extends CallName>({ parts, windows }: Desk, name: Name, answers: Answers): void {
  const { input, output } = CALLS[name]
  parts.ipc.handle(channelOf(name), async (event, ...values) => {
    const asker = isTrusted(event) ? windows.of(event.sender.id) : undefined
    if (!asker) throw new Error('This page may not ask.')
    const read = input.safeParse(values)
    if (!read.success) throw new Error(`This is no ${name}.`)
    return output.parse(await answers[name](asker, ...(read.data as InputOf<Name>)))
  })
}

function isTrusted({ senderFrame }: Asker): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwn(senderFrame.url)
}

function answersOf({ parts, profiles, vault, windows, exports, waits, unsent, updateProblem }: Desk): Answers {
  const watched = new WeakSet<WindowPart>()
  return {
    version: async () => parts.app.getVersion(),
    async 'profiles.list'(asker) {
      mayManage(asker)
      return { ...(await profiles.list()), unsent: await unsent.counts() }
    },
    'profiles.current': async ({ profile }) => profile,
    'profiles.add': (asker, profile) => (mayManage(asker), profiles.add(profile)),
    async 'profiles.choose'(asker, id) {
      mayManage(asker)
      const profile = await profiles.find(id)
      if (!profile) throw new Error('There is no such profile.')
      await profiles.choose(id)
      await replace(asker, () => windows.open(profile, asker.link))
      return null
    },
    async 'profiles.remove'(asker, id) {
      mayManage(asker)
      const profile = await profiles.find(id)
      if (!profile) return null
      for (const { window } of windows.all(id)) if (window !== asker.window) window.close()
      await profiles.remove(id)
      waits.forget(id)
      await unsent.set(id, 0)
      await vault.forget(id)
      await windows.session(profile).clearStorageData()
      return null
    },
    async 'profiles.leave'(asker) {
      if (asker.profile) waits.left(asker.window, asker.profile.id)
      await profiles.choose(null)
      await replace(asker, () => windows.open(null))
      return null
    },
    'vault.key': (asker, id) => vault.key(ownProfile(asker, id)),
    async 'vault.forget'(asker, id) {
      await vault.forget(ownProfile(asker, id))
      // What was stored under it went, too.
      await unsent.set(id, 0)
      return null
    },
    async 'exports.begin'({ window }, name) {
      // Before the dialog: the window may close while it is open.
      if (!watched.has(window)) window.on('closed', () => void exports.abandon(window))
      watched.add(window)
      return exports.begin(window, await parts.showSaveDialog(window, name))
    },
    'exports.write': ({ window }, file, piece) => exports.write(window, file, piece),
    'exports.end': ({ window }, file, whole) => exports.end(window, file, whole),
    async showWaiting({ window, profile }, waiting) {
      if (!profile) return null
      waits.tell(window, profile, waiting)
      await unsent.set(profile.id, waiting.unsent)
      return null
    },
    async newWindow({ profile }) {
      await windows.open(profile)
      return null
    },
    updateProblem: async () => updateProblem(),
    async takeLink(asker) {
      const { link } = asker
      asker.link = null
      return link
    },
  }
}

/** Opens another window before this one closes: a console without a window would end. */
async function replace(asker: OpenWindow, open: () => Promise<void>): Promise<void> {
  await open()
  asker.window.close()
}

/** @throws Error when a window that shows a server asks for the others: they are managed where a server is chosen */
function mayManage({ profile }: OpenWindow): void {
  if (profile !== null) throw new Error('Servers are managed where one is chosen.')
}

/** @throws Error when a window asks for the key of another profile */
function ownProfile({ profile }: OpenWindow, id: string): string {
  if (profile?.id !== id) throw new Error('A window has the key of its own profile only.')
  return id
}
