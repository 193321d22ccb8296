export { createBrowserRouter, createMemoryRouter } from './router'
export type { ScreenRouter } from './router'
export { RouterContext, ScrollRestoration } from './use-router'
export { useTypedSearch } from './use-typed-search'
