import fs from 'node:fs'
import path from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

export type Platform = 'linux' | 'win' | 'mac'

/** Where Electron's programs keep their fuses: a mark, the version, how many, and each in its original state. */
const FUSES = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x0801000110', 'latin1')
const HELPERS = ['', ' (Renderer)', ' (GPU)', ' (Plugin)']

/**
 * Makes a folder that has the shape of an unpacked Electron, without its program: what electron-builder renames, reads and writes
 * into is there (property lists, resources of an executable, fuses, licences), and nothing of it can be started.
 */
export function standInElectron(folder: string, platform: Platform): void {
  const put = (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content, { mode: 0o755 })
  }
  put('LICENSE', 'The licence of Electron.')
  put('LICENSES.chromium.html', '<p>The licences of Chromium.</p>')
  if (platform === 'linux') put('electron', FUSES)
  if (platform === 'win') put('electron.exe', windowsProgram())
  if (platform !== 'mac') return put('locales/en-US.pak', '')
  const contents = 'Electron.app/Contents'
  put(`${contents}/Info.plist`, propertyList('Electron'))
  put(`${contents}/MacOS/Electron`, '')
  put(`${contents}/Resources/electron.icns`, '')
  put(`${contents}/Frameworks/Electron Framework.framework/Electron Framework`, FUSES)
  for (const kind of HELPERS) {
    const name = `Electron Helper${kind}`
    put(`${contents}/Frameworks/${name}.app/Contents/Info.plist`, propertyList(name))
    put(`${contents}/Frameworks/${name}.app/Contents/MacOS/${name}`, '')
  }
}

/** A program for Windows without code, with the resources that name it. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.setFileVersion(45, 0, 0, 0, 1033)
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  program.setExtraData(FUSES.buffer.slice(FUSES.byteOffset, FUSES.byteOffset + FUSES.length))
  return Buffer.from(program.generate())
}

/** The archive whose code a program for Windows may load, as it was built into it. */
export function windowsIntegrity(program: string): { file: string; alg: string; value: string }[] {
  const { entries } = NtExecutableResource.from(NtExecutable.from(fs.readFileSync(program), { ignoreCert: true }))
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
  return entry ? (JSON.parse(Buffer.from(entry.bin).toString('utf8')) as ReturnType<typeof windowsIntegrity>) : []
}

function propertyList(name: string): string {
  const entries = [
    ['CFBundleExecutable', name],
    ['CFBundleIdentifier', 'com.github.Electron'],
    ['CFBundleName', name],
    ['CFBundlePackageType', 'APPL'],
  ]
  const lines = entries.map(([key, value]) => `<key>${key}</key><string>${value}</string>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>${lines}</dict></plist>`
}
