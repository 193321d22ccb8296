/** What of electron-updater is used. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  allowPrerelease: boolean
  on(event: 'error', listener: (error: Error) => void): unknown
  checkForUpdatesAndNotify(): Promise<unknown>
}

export interface UpdateSetting {
  readonly isPackaged: boolean
  readonly platform: string
  /** Whether the packaged console was built with an address for updates. */
  readonly isConfigured: boolean
  /** Loads electron-updater, which nothing else needs. */
  readonly load: () => Promise<Updater>
  readonly say: (line: string) => void
}

/** Where a signature is checked before an update is installed. On Linux nothing would check it: packages are updated there. */
const SIGNED: ReadonlySet<string> = new Set(['win32', 'darwin'])

/**
 * Looks for a newer console, where one was built to do so and the system checks who signed it. A failure is said, and changes
 * nothing. Answers whether it looked.
 */
export async function startUpdates({ isPackaged, platform, isConfigured, load, say }: UpdateSetting): Promise<boolean> {
  if (!isPackaged || !isConfigured || !SIGNED.has(platform)) return false
  const failed = (error: unknown) =>
    say(`Updates could not be looked for: ${error instanceof Error ? error.message : String(error)}`)
  try {
    const updater = await load()
    updater.autoDownload = true
    updater.autoInstallOnAppQuit = true
    updater.allowDowngrade = false
    updater.allowPrerelease = false
    updater.on('error', failed)
    await updater.checkForUpdatesAndNotify()
  } catch (error) {
    failed(error)
  }
  return true
}
