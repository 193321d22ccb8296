import { allEvents, type EventDeclaration } from '@nation/domain/events'
import { describe, expect, it } from 'vitest'
import { bindings } from '../bindings'
import { staleBy } from './stale-reads'

const events = allEvents as readonly EventDeclaration[]
const shared = Object.entries(bindings).flatMap(([id, binding]) => (binding.shared ? [id] : []))

/** Public answers that screens read again after an event, and that the server may still give from before it. */
const overlaid: Readonly<Record<string, string>> = {
  'elections.voted': 'one’s own vote is put into counts that do not hold it yet',
  'polls.tally-changed': '`polls.voted` reports the votes that changed it',
  'messenger.counted': 'the number of messages is read for each caller: it stands in `you`, which is not shared',
}

describe('An entry of the journal', () => {
  it('makes stale for the server whatever it makes stale on a screen', () => {
    const forgotten = events.filter(({ kind, stale, brings }) => {
      const read = [...stale, ...brings].filter((id) => shared.includes(id))
      const by = staleBy(kind)
      if (by.to === 'nothing') return read.length > 0
      return by.to === 'everybody' && by.calls !== 'all' && !read.every((id) => by.calls.includes(id))
    })
    expect(forgotten.map(({ kind }) => kind)).toEqual(Object.keys(overlaid))
  })

  it('of a kind that is not declared, or names no call, makes everything stale', () => {
    for (const kind of ['test.unknown', 'demo.settled', 'citizens.left'])
      expect(staleBy(kind)).toEqual({ to: 'everybody', calls: 'all' })
  })

  it.each(events.filter(({ kind }) => /wallet|balance|^token\./.test(kind)).map(({ kind }) => kind))(
    '%s makes the pages of candidates stale, which show a wallet and its balance',
    (kind) => {
      const event = events.find((one) => one.kind === kind)
      expect(event?.stale).toEqual(expect.arrayContaining(['candidates.list', 'candidates.get']))
      expect(staleBy(kind).to).not.toBe('nothing')
    },
  )
})
