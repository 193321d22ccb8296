import type { Configuration } from 'electron-builder'

/** Where a packaged console looks for updates, and who must have signed them. */
interface UpdateSource {
  readonly url: string
  readonly publisher: string
}

/**
 * Reads `NATION_UPDATES_URL` and `NATION_UPDATES_PUBLISHER` (the name in the certificate that Windows checks). Without the first,
 * packages look for no updates.
 * @throws Error where updates could be replaced on their way, or their author would not be checked
 */
export function updateSource(env: Readonly<Record<string, string | undefined>>): UpdateSource | undefined {
  const { NATION_UPDATES_URL: url, NATION_UPDATES_PUBLISHER: publisher } = env
  if (!url) return undefined
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new Error('NATION_UPDATES_URL must begin with https://.')
  if (!publisher) throw new Error('NATION_UPDATES_PUBLISHER must name who signs the packages.')
  return { url, publisher }
}

/**
 * Reads `NATION_CONSOLE_HOMEPAGE`, the page that a Debian package must name. Without it no such package is made.
 * @throws Error where it is no address
 */
function homepageAmong({ NATION_CONSOLE_HOMEPAGE: page }: Readonly<Record<string, string | undefined>>) {
  if (!page) return undefined
  if (!URL.canParse(page) || new URL(page).protocol !== 'https:')
    throw new Error('NATION_CONSOLE_HOMEPAGE must begin with https://.')
  return page
}

/** How electron-builder packs the console. @param electronVersion as installed, so that it need not be looked for */
export function packaging(env: Readonly<Record<string, string | undefined>>, electronVersion: string): Configuration {
  const updates = updateSource(env)
  const homepage = homepageAmong(env)
  return {
    appId: 'org.nation.console',
    productName: 'Nation Console',
    electronVersion,
    directories: { output: 'dist', buildResources: 'build' },
    // Packages bring their maps along, which name sources that are not there.
    files: ['out/**', 'package.json', '!**/*.map'],
    asar: true,
    npmRebuild: false,
    protocols: [{ name: 'Nation', schemes: ['nation'] }],
    // Nothing runs Node with the console's binary, reads code from beside the archive, or opens a debugger.
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    },
    win: {
      target: ['nsis'],
      ...(updates && { signtoolOptions: { publisherName: [updates.publisher] }, verifyUpdateCodeSignature: true }),
    },
    mac: { target: ['dmg', 'zip'], category: 'public.app-category.utilities', hardenedRuntime: true },
    linux: {
      target: homepage ? ['AppImage', 'deb'] : ['AppImage'],
      // Otherwise the program would be called as its package is, @nationdesktop.
      executableName: 'nation-console',
      category: 'Utility',
      maintainer: 'Nation',
    },
    ...(homepage && { extraMetadata: { homepage } }),
    // What looks for updates must be signed itself, or every package that it finds would be refused.
    forceCodeSigning: updates !== undefined,
    publish: updates ? [{ provider: 'generic', url: updates.url }] : null,
  }
}
