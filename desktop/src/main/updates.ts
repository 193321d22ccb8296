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
  /** Does something again and again, every so many milliseconds. */
  readonly every: (ms: number, work: () => void) => void
  /** What went wrong, as a sentence; null once it was looked without a failure. */
  readonly say: (problem: string | null) => void
}

/** Where a signature is checked before an update is installed. On Linux nothing would check it: packages are updated there. */
const SIGNED: ReadonlySet<string> = new Set(['win32', 'darwin'])

/** How often it is looked for a newer console, in milliseconds: a console may be open for weeks. */
export const lookEveryMs = 4 * 3_600_000

/**
 * Looks for a newer console now and every few hours, where one was built to do so and the system checks who signed it. A failure is
 * said, and changes nothing. Answers whether it looks.
 */
export async function startUpdates(setting: UpdateSetting): Promise<boolean> {
  const { isPackaged, platform, isConfigured, load, every, say } = setting
  if (!isPackaged || !isConfigured || !SIGNED.has(platform)) return false
  const failed = (error: unknown) =>
    say(`Updates could not be looked for: ${error instanceof Error ? error.message : String(error)}`)
  let updater: Updater | undefined
  const look = async () => {
    try {
      updater ??= prepared(await load(), failed)
      await updater.checkForUpdatesAndNotify()
      say(null)
    } catch (error) {
      failed(error)
    }
  }
  await look()
  every(lookEveryMs, () => void look())
  return true
}

function prepared(updater: Updater, failed: (error: unknown) => void): Updater {
  updater.autoDownload = true
  updater.autoInstallOnAppQuit = true
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.on('error', failed)
  return updater
}
