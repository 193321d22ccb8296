import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from '../lib/router'
import { App } from './App'
import { screens } from './routes'
import { Screens } from './Screens'

/**
 * The home page as a visitor sees it before anything is known, as markup. It is put into the served page at build time:
 * seen before any script has run, and taken over by the app as it stands.
 */
export function renderFirstView(): string {
  return renderToString(
    <App>
      <Screens router={createMemoryRouter(screens, '/')} />
    </App>,
  )
}
