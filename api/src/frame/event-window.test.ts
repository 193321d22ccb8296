import type { JournalEntry } from '@nation/core/journal'
import { describe, expect, it } from 'vitest'
import { EventWindow, frameOf } from './event-window'

const noon = Date.parse('2026-01-06T12:00:00.000Z')
const entry = (seq: number, facts: JournalEntry['facts'] = {}, more: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  kind: 'test.fact',
  actor: null,
  subject: null,
  visibility: 'public',
  facts,
  at: new Date(noon + seq * 1_000),
  ...more,
})
const wide = { entries: 1_000, ageMs: 1e9, bytes: 1e9 }
const numbersIn = (frames: Buffer) => [...frames.toString().matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq))

describe('The window of the event stream', () => {
  it('reaches back over as many entries as it may hold, and not one more', () => {
    const window = new EventWindow(0, { ...wide, entries: 3 })
    for (const seq of [1, 2, 3]) window.push(entry(seq))
    expect(window.oldest).toBe(0)
    window.push(entry(4))
    expect([window.oldest, window.head]).toEqual([1, 4])
    expect(numbersIn(window.page(1, null, 1e6).frames)).toEqual([2, 3, 4])
  })

  it('reaches back as long as an entry may be old, to the millisecond', () => {
    const window = new EventWindow(0, { ...wide, ageMs: 10_000 })
    for (const seq of [1, 2, 3]) window.push(entry(seq))
    window.trim(new Date(noon + 11_000))
    expect(window.oldest).toBe(0)
    window.trim(new Date(noon + 11_001))
    expect(window.oldest).toBe(1)
    window.trim(new Date(noon + 3_600_000))
    expect([window.oldest, window.head]).toEqual([3, 3])
  })

  it('holds no more bytes than it may, whatever the entries are like', () => {
    const window = new EventWindow(0, { ...wide, bytes: 10_000 })
    for (let seq = 1; seq <= 50; seq++) {
      const audience = { someone: { text: 'x'.repeat(900) } }
      window.push(seq % 2 ? entry(seq, { text: 'x'.repeat(900) }) : entry(seq, { audience }, { visibility: 'listed' }))
      expect(window.bytes).toBeLessThanOrEqual(10_000)
    }
    expect(window.oldest).toBe(40)
    window.push(entry(51, { text: 'x'.repeat(20_000) }))
    expect([window.oldest, window.head, window.bytes]).toEqual([51, 51, 0])
  })

  it('is read by pages that follow each other without a gap, and end where it ends', () => {
    const window = new EventWindow(0, wide)
    for (let seq = 1; seq <= 500; seq++) window.push(entry(seq, { text: 'x'.repeat(seq) }))
    const heard: number[] = []
    let pages = 0
    for (let after = 0; after < window.head; pages++) {
      const page = window.page(after, null, 10_000)
      expect(page.frames.length).toBeLessThan(11_000)
      heard.push(...numbersIn(page.frames))
      after = page.upTo
    }
    expect(heard).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
    expect(pages).toBeGreaterThan(10)
    expect(window.page(500, null, 10_000)).toEqual({ frames: Buffer.alloc(0), upTo: 500 })
  })

  it('passes over what this caller may not see', () => {
    const window = new EventWindow(0, wide)
    window.push(entry(1, {}, { visibility: 'admins' }))
    window.push(entry(2, {}, { visibility: 'citizen:ada' }))
    window.push(entry(3, { audience: { ada: { own: 1 } } }, { visibility: 'listed' }))
    expect(window.page(0, null, 1e6)).toEqual({ frames: Buffer.alloc(0), upTo: 3 })
  })
})

it('What is attached to many frames is written out once, and reads as the whole event would', () => {
  let written = 0
  const messages = Array.from({ length: 20 }, (_, number) => ({
    number,
    text: '“\n”',
    toJSON: () => (written++, { number, text: '“\n”' }),
  }))
  const dataOf = (frame: Buffer) => JSON.parse(/^data: (.*)$/m.exec(frame.toString())?.[1] ?? '') as object
  for (let reader = 0; reader < 30; reader++) {
    const own = { number: 100 + reader, text: 'mine' }
    const content = { messages: messages.with(reader % 20, own as (typeof messages)[number]), note: null }
    const { seq, kind, subject, facts, at } = entry(1, { channel: 'citizens' })
    expect(dataOf(frameOf(entry(1, facts), content))).toEqual({
      ...{ seq, kind, subject, facts, at: at.getTime(), note: null },
      messages: messages.map(({ number, text }) => ({ number, text })).with(reader % 20, own),
    })
  }
  expect(written).toBe(20)
  expect(dataOf(frameOf(entry(1)))).toEqual({ seq: 1, kind: 'test.fact', subject: null, facts: {}, at: noon + 1_000 })
})
