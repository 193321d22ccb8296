import { citizenNumber } from '@nation/domain/formats'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnProfile } from '../../../lib/session/session'
import { endow, fakeWallet } from '../../../testing/fake-citizen'
import { fakeNation, userOf } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { coverOf, matrixOf } from './draw-card'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const png = new Blob(['drawn'], { type: 'image/png' })

/** A pen that draws nothing and records what it shall write and draw. */
function fakePen() {
  const written: { text: string; right: number }[] = []
  const widthOf = (text: string) => text.length * 10
  const drawImage = vi.fn()
  const recorded = {
    written,
    drawImage,
    fillText: (text: string, x: number) => written.push({ text, right: x + widthOf(text) }),
    measureText: (text: string) => ({ width: widthOf(text) }),
    createLinearGradient: () => ({ addColorStop: () => {} }),
  }
  const rest = ['scale', 'save', 'restore', 'fillRect', 'translate', 'stroke', 'beginPath', 'roundRect', 'fill', 'clip']
  return { ...recorded, ...Object.fromEntries(rest.map((name) => [name, () => {}])) }
}

/** A browser that can draw; its pictures load, or do not. */
function drawingBrowser(pictures: 'load' | 'fail' = 'load') {
  const pen = fakePen()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(png))
  vi.stubGlobal(
    'Path2D',
    class {
      addPath() {}
    },
  )
  vi.stubGlobal(
    'Image',
    class {
      onload = () => {}
      onerror = () => {}
      naturalWidth = 400
      naturalHeight = 400
      set src(_: string) {
        queueMicrotask(() => (pictures === 'load' ? this.onload() : this.onerror()))
      }
    },
  )
  return pen
}

/** Opens the profile of a citizen, presses the button, and answers who it is. */
async function download(change: (user: OwnProfile) => void = () => {}, beforePress = () => {}): Promise<OwnProfile> {
  const nation = fakeNation({ now: NOW, as: 'citizen' })
  const user = userOf(nation)
  endow(user, fakeWallet, 6_000_000, NOW)
  change(user)
  renderAt('/profile', nation, NOW)
  const button = await screen.findByRole('button', { name: 'Download card' })
  beforePress()
  fireEvent.click(button)
  return user
}

/** The names of the files that the browser shall save, and the address that each has in the page. */
const saved: string[] = []

beforeEach(() => {
  saved.length = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => `blob:${content === png ? 'card' : 'other'}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`)
  })
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: () => Promise.resolve([]) } })
})

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'fonts')
})

describe('the card as a picture', () => {
  it('is saved under the citizen’s number, with name, handle and number on it', async () => {
    const pen = drawingBrowser()
    const user = await download()
    await vi.waitFor(() => expect(saved).toEqual([`blob:card nation-citizen-${citizenNumber(user.uid)}.png`]), {
      timeout: 15_000,
    })
    const texts = pen.written.map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining(['NATION', user.username, `@${user.twitterUsername}`, citizenNumber(user.uid)]),
    )
  })

  it('tells nothing of what the citizen holds', async () => {
    const pen = drawingBrowser()
    await download()
    await vi.waitFor(() => expect(saved).toHaveLength(1), { timeout: 15_000 })
    const texts = pen.written.map(({ text }) => text)
    expect(texts).toContain('Citizen')
    expect(texts.join(' ')).not.toMatch(/Eligible|\$ON|6M|000,000/)
    expect(texts.join(' ')).not.toContain(fakeWallet)
  })

  it('has every text within its edges, however long the name is', async () => {
    const pen = drawingBrowser()
    await download((user) => Object.assign(user, { username: '👑<b>&'.repeat(900), twitterUsername: 'x'.repeat(600) }))
    await vi.waitFor(() => expect(saved).toHaveLength(1), { timeout: 15_000 })
    const tooWide = pen.written.filter(({ text, right }) => right > 856 && text !== 'XON')
    expect(tooWide).toEqual([])
    expect(pen.written.some(({ text }) => text.startsWith('👑<b>&') && text.endsWith('…'))).toBe(true)
  })

  it('shows the portrait, or says that it could not be read', async () => {
    const withPicture = (user: OwnProfile) => Object.assign(user, { profilePicture: '/media/portraits/a.webp' })
    const pen = drawingBrowser('load')
    await download(withPicture)
    await vi.waitFor(() => expect(pen.drawImage).toHaveBeenCalledOnce(), { timeout: 15_000 })
    expect(screen.queryByText(/could not be read/)).toBeNull()
  })

  it('has initials where the picture does not come', async () => {
    const pen = drawingBrowser('fail')
    await download((user) => Object.assign(user, { profilePicture: '/media/portraits/a.webp' }))
    expect(await screen.findByText(/its picture could not be read/)).toBeTruthy()
    expect(saved).toHaveLength(1)
    expect(pen.drawImage).not.toHaveBeenCalled()
  })

  it('is drawn in the device’s type where the nation’s does not come', async () => {
    Object.defineProperty(document, 'fonts', { configurable: true, value: { load: () => new Promise(() => {}) } })
    drawingBrowser()
    await download(
      (user) => Object.assign(user, { profilePicture: null }),
      () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }),
    )
    await vi.advanceTimersByTimeAsync(9_900)
    expect(saved).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(saved).toHaveLength(1)
  })

  it('says so where a browser cannot draw, and the button can be pressed again', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    await download((user) => Object.assign(user, { profilePicture: null }))
    expect(await screen.findByText(/could not be drawn/)).toBeTruthy()
    expect(saved).toEqual([])
    expect(screen.getByRole('button', { name: 'Download card' }).hasAttribute('data-loading')).toBe(false)
  })
})

describe('what is drawn', () => {
  it('fills the portrait’s place with the picture’s middle', () => {
    expect(coverOf({ width: 400, height: 400 }, { width: 35, height: 70 })).toEqual({
      x: 100,
      y: 0,
      width: 200,
      height: 400,
    })
  })

  it('turns and flattens an engraving’s strands as their SVG does', () => {
    expect(matrixOf('scale(1 -0.5)')).toMatchObject({ a: 1, d: -0.5 })
    expect(matrixOf('rotate(90)').b).toBeCloseTo(1)
    expect(matrixOf('rotate(90)').a).toBeCloseTo(0)
  })
})
