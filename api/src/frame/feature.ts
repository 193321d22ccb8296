import type { Middleware } from 'koa'
import type { Bindings } from './bind'
import type { Deps } from './deps'

/** The API parts of a feature. Each feature exports them in `feature.ts`; `bindings.ts` lists all. */
export interface Feature {
  /** The handlers of the feature's calls. */
  readonly bindings?: Bindings
  /** Middleware for addresses that are not calls, such as pictures. It passes other requests on. */
  readonly routes?: (deps: Deps) => Middleware
}
