import { describe, expect, it } from 'vitest'
import { originOf, plainAddress } from './client-address'
import { networkOf } from './network'

const peer = '10.0.0.5'
const behind = (hops: number, header: string | undefined) => originOf(peer, header, hops).address

describe('An address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['203.0.113.7:1', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%a-zone-of-ones-own', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['2001:db8::1:8080', '2001:db8::1:8080'],
  ])('%s is %s', (text, address) => {
    expect(plainAddress(text)).toBe(address)
  })

  it.each([
    '',
    'unknown',
    '_hidden',
    '_SEVKISEK:4711',
    'localhost',
    '203.0.113',
    '203.0.113.7.1',
    '203.0.113.256',
    '203.0.113.07',
    '203.0.113.7:',
    '203.0.113.7:123456',
    '203.0.113.7:80:80',
    '203.0.113.7%eth0:80:80',
    '[203.0.113.7]:80',
    '[2001:db8::1',
    '2001:db8::1]',
    '[2001:db8::1]443',
    '[2001:db8::1]:port',
    '"[2001:db8::1]:443"',
    'for=203.0.113.7',
    '0x7f.1',
    '2130706433',
    '2001:db8::1::2',
    `${'1'.repeat(10_000)}`,
    `fe80::1%${'z'.repeat(100)}`,
  ])('is not %j', (text) => {
    expect(plainAddress(text)).toBeNull()
  })
})

describe('The client behind trusted proxies', () => {
  it('is the connection itself when none is trusted, whatever the header says', () => {
    expect(behind(0, '203.0.113.7')).toBe(peer)
    expect(originOf('::ffff:10.0.0.5', '203.0.113.7', 0).address).toBe(peer)
  })

  it('is as far from the end of the header as proxies are trusted', () => {
    const header = '198.51.100.1, 203.0.113.7, 192.0.2.9'
    expect([1, 2, 3].map((hops) => behind(hops, header))).toEqual(['192.0.2.9', '203.0.113.7', '198.51.100.1'])
    expect(originOf(peer, header, 3).header).toBe('taken')
  })

  it('is the first in a header with fewer addresses than trusted proxies, and that is noticed', () => {
    expect(originOf(peer, '203.0.113.7', 2)).toEqual({ address: '203.0.113.7', header: 'short' })
  })

  it('cannot be changed by what a client writes before the address that the proxy adds', () => {
    const spoofed = [
      '',
      '1.2.3.4',
      '1.2.3.4, 5.6.7.8',
      ' , ,, ',
      'unknown',
      '_hidden',
      '::1',
      '[::1]:80',
      '"1.2.3.4',
      ','.repeat(5_000),
      '9.9.9.9, '.repeat(500),
    ]
    for (const written of spoofed) {
      expect(behind(1, `${written}, 203.0.113.7`)).toBe('203.0.113.7')
      expect(behind(1, `${written},203.0.113.7:5555 `)).toBe('203.0.113.7')
      expect(behind(2, `${written}, 203.0.113.7 , 10.0.0.4`)).toBe('203.0.113.7')
    }
  })

  it('is the connection itself where the address in that place is none', () => {
    for (const part of ['', ' ', 'unknown', '_hidden', 'nonsense', '203.0.113.7:port', '1.2.3.4.5']) {
      expect(originOf(peer, `198.51.100.1, ${part}`, 1)).toEqual({ address: peer, header: 'unusable' })
    }
    expect(behind(1, undefined)).toBe(peer)
    expect(behind(1, '')).toBe(peer)
  })

  it('is of one network whatever port it comes from: each guess counts against the same', () => {
    const ports = Array.from({ length: 8 }, (_, index) => 40_000 + index)
    expect(new Set(ports.map((port) => networkOf(behind(1, `203.0.113.7:${port}`))))).toEqual(new Set(['203.0.113.7']))
    const six = ports.map((port) => networkOf(behind(1, `[2001:db8:1:2::${port % 10}]:${port}`)))
    expect(new Set(six)).toEqual(new Set(['2001:db8:1:2::/64']))
  })
})
