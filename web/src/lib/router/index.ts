export { createBrowserRouter, createMemoryRouter } from './router'
export type { ScreenRouter } from './router'
export { RouterContext, ScrollRestoration, useIsLeaving } from './use-router'
export { useTypedSearch } from './use-typed-search'
