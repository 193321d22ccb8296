import type { NationBridge } from '../../ipc/contract'

declare global {
  interface Window {
    /** Offered by the preload; not there when the renderer is opened in a browser. */
    readonly nation?: NationBridge
  }
}
