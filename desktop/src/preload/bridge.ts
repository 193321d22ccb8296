import { CALLS, channelOf, PUSHED } from '../ipc/contract'
import type { CallName, InputOf, Link, NationBridge, OutputOf } from '../ipc/contract'

/** What the preload uses of Electron's `ipcRenderer`. */
export interface RendererIpc {
  invoke(channel: string, ...values: unknown[]): Promise<unknown>
  on(channel: string, listener: (event: unknown, ...values: unknown[]) => void): unknown
  removeListener(channel: string, listener: (event: unknown, ...values: unknown[]) => void): unknown
}

/** The bridge over a window's channel: what leaves and what arrives is parsed, and nothing else is offered. */
export function makeBridge(ipc: RendererIpc): NationBridge {
  async function ask<Name extends CallName>(name: Name, ...input: InputOf<Name>): Promise<OutputOf<Name>> {
    const values = CALLS[name].input.parse(input)
    return CALLS[name].output.parse(await ipc.invoke(channelOf(name), ...values)) as OutputOf<Name>
  }
  return {
    version: () => ask('version'),
    profiles: {
      list: () => ask('profiles.list'),
      current: () => ask('profiles.current'),
      add: (profile) => ask('profiles.add', profile),
      choose: (id) => ask('profiles.choose', id),
      remove: (id) => ask('profiles.remove', id),
      leave: () => ask('profiles.leave'),
    },
    vault: {
      key: (profile) => ask('vault.key', profile),
      forget: (profile) => ask('vault.forget', profile),
    },
    exports: {
      begin: (name) => ask('exports.begin', name),
      write: (file, piece) => ask('exports.write', file, piece),
      end: (file, whole) => ask('exports.end', file, whole),
    },
    showWaiting: (waiting) => ask('showWaiting', waiting),
    newWindow: () => ask('newWindow'),
    onUpdateProblem(listener) {
      let hears = true
      const take = () =>
        void ask('updateProblem').then(
          (problem) => void (hears && listener(problem)),
          () => {},
        )
      ipc.on(PUSHED.updateProblem.channel, take)
      take()
      return () => {
        hears = false
        ipc.removeListener(PUSHED.updateProblem.channel, take)
      }
    },
    onLink(listener) {
      let hears = true
      const hear = (link: Link | null) => void (hears && link && listener(link))
      // A link waits in the main process until its page takes it, so that one that comes early is not lost.
      const take = () => void ask('takeLink').then(hear, () => {})
      const onEvent = (_event: unknown, value: unknown) => {
        if (PUSHED.link.shape.safeParse(value).success) take()
      }
      ipc.on(PUSHED.link.channel, onEvent)
      take()
      return () => {
        hears = false
        ipc.removeListener(PUSHED.link.channel, onEvent)
      }
    },
  }
}
