import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logLine, logText, withoutSecrets } from './client-logs'

const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTg5MGE1ZCJ9.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw'

describe('what a browser tells of its troubles', () => {
  it.each([
    [`Authorization: Bearer ${jwt}`],
    [`refused ${jwt} at once`],
    ['{"accessToken":"s3cr3t-value","page":"/"}'],
    ['refresh_token=s3cr3t-value; path=/'],
    ["password: 's3cr3t-value'"],
    ['https://nation.test/api/auth/x/callback?code=s3cr3t-value&state=s3cr3t-value'],
    ['mysql://nation:s3cr3t-value@db:3306'],
    ['mysql://nation:p@s3cr3t-value@db:3306'],
    ['Authorization: Basic czNjcjN0OnMzY3IzdA=='],
    ['refused with Basic czNjcjN0OnMzY3IzdA== at once'],
    ['authorization: Digest username="s3cr3t", response="s3cr3t"'],
    ['Cookie: a=s3cr3t; b=s3cr3t'],
    ['password: two s3cr3t words, with; marks s3cr3t'],
    ['{"newPassword":"two \\"s3cr3t\\" words s3cr3t","page":"/"}'],
    ["{ password: 'it\\'s s3cr3t', page: '/' }"],
    ['"{\\"password\\":\\"two s3cr3t words\\",\\"page\\":\\"/\\"}"'],
    ['{"token":"s3cr3t value"'],
    ['"passphrase": "cut off after s3cr3t'],
    [`signed ${'5'.repeat(88)}`],
  ])('never shows a secret: %s', (text) => {
    const shown = withoutSecrets(text)
    expect(shown).toContain('[secret]')
    for (const part of ['s3cr3t', 'eyJ', '555', 'c2lnbmF0', 'czNjc']) expect(shown).not.toContain(part)
  })

  it('hides only what the name stands for, where it can be told', () => {
    expect(withoutSecrets('{"password":"a \\" b","page":"/","at":1}')).toBe('{"password":[secret],"page":"/","at":1}')
    expect(withoutSecrets('?token=abc&page=2')).toBe('?token=[secret]&page=2')
  })

  it.each([
    'a basic income, digested',
    'HTTP 409: This poll is closed (code: poll_closed)',
    'at /assets/index-DD6fDFiB.js:12:3456',
    'candidate 01890a5d-ac96-774b-bcce-b302099a8057 of 7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    'the token balance could not be read',
  ])('keeps what is no secret: %s', (text) => expect(withoutSecrets(text)).toBe(text))

  it('becomes one line, however many were sent', () => {
    expect(logLine('one\ntwo\u0000\u001b[31m\r\nthree\u202e', 100)).toBe('one two[31m three')
  })

  it('keeps the lines of a stack, without what turns or hides text', () => {
    expect(logText('a\n  at b\u0007\u200b', 100)).toBe('a\n  at b')
  })

  it('is never longer than allowed, and never ends in half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 200 }), (text, length) => {
        const line = logLine(text, length)
        expect(line.length).toBeLessThanOrEqual(length)
        expect(line.isWellFormed()).toBe(true)
        expect(line).not.toMatch(/[\u0000-\u001f\u007f]/)
      }),
    )
  })
})
