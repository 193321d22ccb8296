/** Electron's developers mend the holes of their newest stable majors only, and there is a new one every eight weeks. */
const supportedMajors = 3

const stableMajor = (version: string): number | null => {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(version) ?? []
  return major === undefined ? null : Number(major)
}

/**
 * Why a version of Electron must not be packed; null where it may be.
 * @param known every version that was published, as `electron-to-chromium` lists them
 */
export function problemOfElectron(version: string, known: readonly string[]): string | null {
  const major = stableMajor(version)
  if (major === null) return `Electron ${version} is no stable version.`
  const newest = Math.max(...known.map((one) => stableMajor(one) ?? 0))
  if (major > newest) return `The list of versions ends at Electron ${newest}: update electron-to-chromium.`
  const oldest = newest - supportedMajors + 1
  return major < oldest ? `Electron ${major} is not supported any more: ${oldest} is the oldest that is.` : null
}
