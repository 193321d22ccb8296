import {
  addActions,
  askToGoBack,
  goToTab,
  runReplica,
  PanelApp,
  saveFilesBy,
  startPanel,
  useReplica,
  watchWaits,
} from '@nation/web/console'
import { toast } from '@nation/web/ui'
import { StrictMode, useEffect, useState } from 'react'
import type { Root } from 'react-dom/client'
import type { NationBridge, Profile } from '../../ipc/contract'
import { saveThrough, type Saved } from './save-through'
import styles from './Console.module.css'

/** Shows the panel of a profile's server in the console's window. */
export function showConsole(root: Root, bridge: NationBridge, profile: Profile): void {
  startPanel()
  void runReplica(placeOf(bridge, profile))
  watchWaits(profile.id, (waits) => void bridge.showWaiting(waits))
  saveFilesBy((content, name) => void saveThrough(bridge, content, name).then(reportSaved(name), notSaved))
  bridge.onLink(({ tab }) => goToTab(tab ?? 'members'))
  const leave = async () => {
    if (await askToGoBack()) await bridge.profiles.leave()
  }
  addActions([
    { id: 'switch-server', title: 'Switch server', run: leave },
    { id: 'new-window', title: 'New window', run: () => bridge.newWindow() },
  ])
  root.render(
    <StrictMode>
      <header className={styles.bar}>
        <span>
          <strong>{profile.name}</strong>{' '}
          {!isCalledByAddress(profile) && <span className={styles.server}>{profile.server}</span>}
        </span>
        <UpdateProblem bridge={bridge} />
        <button type="button" className={styles.servers} onClick={() => void leave()}>
          Servers
        </button>
      </header>
      <PanelApp />
    </StrictMode>,
  )
}

/** Why no newer console could be looked for: a quiet line, since everything else goes on. */
function UpdateProblem({ bridge }: { bridge: NationBridge }) {
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => bridge.onUpdateProblem(setProblem), [bridge])
  return (
    <span role="status" className={styles.quiet}>
      {problem}
    </span>
  )
}

/** A server without a name of its own is called by its address: that is said once. */
const isCalledByAddress = ({ name, server }: Profile): boolean => server.endsWith(`//${name}`)

/** Where a profile's copy is stored. A key that the system does not keep is none: nothing is written with it. */
function placeOf(bridge: NationBridge, { id }: Profile) {
  let reason: string | null = null
  return {
    name: id,
    key: async () => {
      const { key, kept, why } = await bridge.vault.key(id)
      reason = why
      return kept === 'system' ? Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)) : null
    },
    whyNoKey: () => reason,
    deleteKey: () => bridge.vault.forget(id),
    failed: copyFailed,
  }
}

/** Tells what became of a file. Who chose no place knows. */
const reportSaved =
  (name: string) =>
  ({ saved, problem }: Saved): void => {
    if (problem !== null) toast.error(problem)
    else if (saved) toast.success(`${name} is saved.`)
  }

function notSaved(): void {
  toast.error('The file could not be saved.')
}

function copyFailed(): void {
  useReplica.setState({ ready: true })
  toast.error('The copy on this computer could not be used or deleted. Everything is read from the server.')
}
