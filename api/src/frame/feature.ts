import type { Middleware } from 'koa'
import type { Bindings } from './bind'
import type { Deps } from './deps'

/** What a feature adds to the API. Each feature states its own in `feature.ts`; `bindings.ts` gathers them. */
export interface Feature {
  /** The handlers of the feature's calls. */
  readonly bindings?: Bindings
  /** Answers addresses that are no call, such as pictures; hands on what is not its own. */
  readonly routes?: (deps: Deps) => Middleware
}
