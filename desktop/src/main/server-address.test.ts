import { describe, expect, it } from 'vitest'
import { readServerAddress } from './server-address'

describe('the address of a server', () => {
  it.each([
    ['https://nation.example', 'https://nation.example', false],
    ['nation.example', 'https://nation.example', false],
    ['  https://NATION.example:8443/ ', 'https://nation.example:8443', false],
    ['http://localhost:3000', 'http://localhost:3000', true],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000', true],
    ['http://[::1]:3000', 'http://[::1]:3000', true],
    ['https://localhost', 'https://localhost', true],
  ])('%s is %s', (text, server, local) => {
    expect(readServerAddress(text)).toEqual({ server, local })
  })

  it.each([
    '',
    'http://nation.example',
    'http://10.0.0.1',
    'http://192.168.1.5:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'https://ada:word@nation.example',
    'https://nation.example/path',
    'https://nation.example/?a=1',
    'https://nation.example/#a',
    'ftp://nation.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'nation://console',
    'https://',
  ])('%s is refused with a sentence', (text) => {
    expect(readServerAddress(text)).toEqual({ refused: expect.stringMatching(/\.$/) as string })
  })
})
