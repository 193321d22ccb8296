import { goToTab, leavePanel, PanelApp, saveFilesBy, startPanel } from '@nation/web/console'
import { toast } from '@nation/web/ui'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import type { NationBridge, Profile } from '../../ipc/contract'
import styles from './Console.module.css'

/** Shows the panel of a profile's server in the console's window. */
export function showConsole(root: Root, bridge: NationBridge, profile: Profile): void {
  startPanel()
  saveFilesBy((content, name) => {
    content
      .arrayBuffer()
      // A mark at its beginning tells spreadsheets how the file is written: it stays.
      .then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
      .then((text) => bridge.saveExport({ name, text }))
      .catch(() => toast.error('The file could not be saved. Is there room on the disk?'))
  })
  bridge.onLink(({ tab }) => goToTab(tab ?? 'members'))
  const leave = async () => {
    await leavePanel()
    await bridge.profiles.leave()
  }
  root.render(
    <StrictMode>
      <header className={styles.bar}>
        <span>
          <strong>{profile.name}</strong> <span className={styles.server}>{profile.server}</span>
        </span>
        <button type="button" className={styles.servers} onClick={() => void leave()}>
          Servers
        </button>
      </header>
      <PanelApp />
    </StrictMode>,
  )
}
