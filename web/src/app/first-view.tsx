import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { App } from './App'
import { routes } from './routes'

/**
 * The home page as a visitor sees it before anything is known, as markup. It is put into the served page at build time:
 * seen before any script has run, and taken over by the app as it stands.
 */
export async function renderFirstView(): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('http://nation.invalid/'))
  if (context instanceof Response) throw new Error(`the home page answered ${context.status}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(
    <App>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
}
