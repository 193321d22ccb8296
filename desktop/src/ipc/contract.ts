/** What the window may ask of the main process. The preload offers exactly this, and nothing else crosses. */
export interface NationBridge {
  /** The console's own version, as in `0.1.0`. */
  version(): Promise<string>
}

/** The channel of each call. */
export const CHANNELS = { version: 'nation:version' } as const satisfies Record<keyof NationBridge, `nation:${string}`>
