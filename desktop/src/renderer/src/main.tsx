import { NationTheme } from '@nation/web/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import type { NationBridge } from '../../ipc/contract'
import { ServerChoice } from './ServerChoice'
import { Welcome } from './Welcome'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the console')

void start(createRoot(place), window.nation)

/** Without a bridge the page says what it is; without a profile it asks for one; with one it shows the panel. */
async function start(root: Root, bridge: NationBridge | undefined): Promise<void> {
  const profile = await bridge?.profiles.current()
  if (bridge && profile) {
    // The panel is large, and the choice of a server needs nothing of it.
    const { showConsole } = await import('./show-console')
    return showConsole(root, bridge, profile)
  }
  root.render(
    <StrictMode>
      <NationTheme>{bridge ? <ServerChoice bridge={bridge} /> : <Welcome />}</NationTheme>
    </StrictMode>,
  )
}
