import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, fileOf, HOME, isOwn, OWN_ORIGIN, pagePolicy } from './navigation'

describe('where the window may go', () => {
  it.each([HOME, `${OWN_ORIGIN}/`, `${OWN_ORIGIN}/members?page=2#top`])('goes to %s, which is its own', (address) => {
    expect(isOwn(address)).toBe(true)
  })

  it.each([
    'https://example.com/',
    'http://console/index.html',
    'nation://other/index.html',
    'nation://console.evil.example/',
    'nation://console:81/',
    'nation://user:word@console/',
    'nation:/console/index.html',
    `${OWN_ORIGIN}/api/elections/current`,
    `${OWN_ORIGIN}/media/picture.png`,
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hello',
    'about:blank',
    'index.html',
    '',
  ])('does not go to %s', (address) => {
    expect(isOwn(address)).toBe(false)
  })
})

describe('the files of the console’s own scheme', () => {
  const root = path.join(path.sep, 'app', 'renderer')

  it('are found under the folder of the renderer', () => {
    expect(fileOf(`${OWN_ORIGIN}/`, root)).toBe(path.join(root, 'index.html'))
    expect(fileOf(`${OWN_ORIGIN}/admin?tab=jobs`, root)).toBe(path.join(root, 'index.html'))
    expect(fileOf(`${OWN_ORIGIN}/assets/a%20b.js?v=1`, root)).toBe(path.join(root, 'assets', 'a b.js'))
  })

  it.each([
    `${OWN_ORIGIN}/..%2f..%2fetc/passwd`,
    `${OWN_ORIGIN}/%2e%2e/renderer-secrets/key`,
    `${OWN_ORIGIN}/a%5c..%5cb`,
    `${OWN_ORIGIN}/a%00.js`,
    `${OWN_ORIGIN}/%zz`,
    'nation://elsewhere/index.html',
    'https://console/index.html',
  ])('are never outside of it: %s', (address) => {
    const file = fileOf(address, root)
    expect(file === undefined || file.startsWith(root + path.sep)).toBe(true)
  })

  it('are not the folder itself, nor one beside it with a like name', () => {
    expect(fileOf(`${OWN_ORIGIN}/..%2frenderer2/index.html`, root)).toBeUndefined()
    expect(fileOf(`${OWN_ORIGIN}/..%2frenderer`, root)).toBeUndefined()
  })
})

describe('the content security policy', () => {
  it('runs the console’s own scripts only, and connects nowhere else', () => {
    const policy = contentSecurityPolicy()
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toContain('unsafe-eval')
  })

  it('is carried by the page itself but for framing, of which browsers take word in headers only', () => {
    expect(`${pagePolicy()}; frame-ancestors 'none'`.split('; ').sort()).toEqual(
      contentSecurityPolicy().split('; ').sort(),
    )
  })
})
