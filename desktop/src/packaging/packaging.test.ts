import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { packaging, updateSource } from './packaging'

const require = createRequire(import.meta.url)
const scheme = JSON.parse(
  readFileSync(createRequire(require.resolve('electron-builder')).resolve('app-builder-lib/scheme.json'), 'utf8'),
) as object
const validate = new Ajv({ strict: false, allErrors: true }).compile(scheme)

/** What electron-builder reads of a configuration. */
const problemsOf = (configuration: unknown) => {
  validate(JSON.parse(JSON.stringify(configuration)))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const signed = { NATION_UPDATES_URL: 'https://updates.example/console', NATION_UPDATES_PUBLISHER: 'Nation' }

describe('the packed console', () => {
  it.each([{}, { ...signed, NATION_CONSOLE_HOMEPAGE: 'https://nation.example' }])(
    'is described as electron-builder’s own schema wants it (%o)',
    (env) => {
      expect(problemsOf(packaging(env, '45.0.0'))).toEqual([])
      expect(problemsOf({ ...packaging(env, '45.0.0'), windows: {} })).not.toEqual([])
    },
  )

  it('is made for Windows, macOS and Linux, and opens nation:// links', () => {
    const { win, mac, linux, protocols } = packaging({}, '45.0.0')
    expect([win?.target, mac?.target, linux?.target]).toEqual([['nsis'], ['dmg', 'zip'], ['AppImage']])
    expect(protocols).toEqual([{ name: 'Nation', schemes: ['nation'] }])
  })

  it('is a Debian package, too, where there is a page for that to name', () => {
    const named = packaging({ NATION_CONSOLE_HOMEPAGE: 'https://nation.example' }, '45.0.0')
    expect(named.linux?.target).toEqual(['AppImage', 'deb'])
    expect(named).toMatchObject({ extraMetadata: { homepage: 'https://nation.example' } })
    expect(() => packaging({ NATION_CONSOLE_HOMEPAGE: 'nation.example' }, '45.0.0')).toThrow('https')
  })

  it('looks for no updates unless an address is given', () => {
    expect(packaging({}, '45.0.0')).toMatchObject({ publish: null, forceCodeSigning: false })
  })

  it('looks for updates over https only, and must be signed to do so', () => {
    expect(packaging(signed, '45.0.0')).toMatchObject({
      publish: [{ provider: 'generic', url: signed.NATION_UPDATES_URL }],
      forceCodeSigning: true,
      win: { verifyUpdateCodeSignature: true, signtoolOptions: { publisherName: ['Nation'] } },
    })
    expect(() => updateSource({ ...signed, NATION_UPDATES_URL: 'http://updates.example' })).toThrow('https')
    expect(() => updateSource({ ...signed, NATION_UPDATES_PUBLISHER: '' })).toThrow('NATION_UPDATES_PUBLISHER')
  })
})
