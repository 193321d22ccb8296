import { expect, it } from 'vitest'
import { fetchThrough, type ElectronRequest } from './electron-fetch'
import { CertificateRefused, RedirectRefused } from './server-fetch'

const request = { method: 'GET', headers: {}, signal: new AbortController().signal }
/** A line on which every request fails as the next of these words says. */
const failing = (...words: string[]) => fetchThrough(() => Promise.reject(new Error(words.shift())))
const outcomeOf = (ask: ReturnType<typeof failing>) =>
  ask('https://nation.example/api', request).then(
    () => 'answered',
    (error: Error) => (error.name === 'Error' ? error.message : error.name),
  )

it.each([
  'net::ERR_CERT_AUTHORITY_INVALID',
  'net::ERR_CERT_COMMON_NAME_INVALID',
  'net::ERR_CERT_DATE_INVALID',
  'net::ERR_CERT_REVOKED',
  'net::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
])('%s is a certificate that is not trusted', async (words) => {
  expect(await outcomeOf(failing(words))).toBe(CertificateRefused.name)
})

it.each([
  'net::ERR_CONNECTION_REFUSED',
  'net::ERR_NAME_NOT_RESOLVED',
  'net::ERR_INTERNET_DISCONNECTED',
  'net::ERR_CONNECTION_CLOSED',
  'net::ERR_SSL_PROTOCOL_ERROR',
  'net::ERR_CERT_DATABASE_CHANGED',
])('%s is an outage', async (words) => {
  expect(await outcomeOf(failing(words))).toBe(words)
})

it('An outage after a certificate that was refused is an outage', async () => {
  const ask = failing('net::ERR_CERT_DATE_INVALID', 'net::ERR_CONNECTION_REFUSED', 'net::ERR_CERT_DATE_INVALID')
  expect([await outcomeOf(ask), await outcomeOf(ask), await outcomeOf(ask)]).toEqual([
    CertificateRefused.name,
    'net::ERR_CONNECTION_REFUSED',
    CertificateRefused.name,
  ])
})

it('A redirect is recognized, and nothing of a browser’s goes along', async () => {
  expect(await outcomeOf(failing('Redirect was cancelled'))).toBe(RedirectRefused.name)
  let asked: ElectronRequest | undefined
  await fetchThrough((_, given) => {
    asked = given
    return Promise.resolve(new Response())
  })('https://nation.example/api', request)
  expect(asked).toMatchObject({ credentials: 'omit', redirect: 'manual', cache: 'no-store' })
})
