import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Tokens } from '../../lib/live/live'
import { followPanelSessions } from './panel-news'
import { usePanel } from './panel-session'
import { useAccountToken } from './replica/account-token'
import * as replica from './replica/run-replica'

interface Started {
  readonly tokens: Tokens
  readonly circle: string
  isOver: boolean
}

let started: Started[]
let stop: () => void
const current = () => started.at(-1)!.tokens.current()

const nobody = { token: null, adminId: null, farewell: null, ended: false }
beforeEach(() => {
  started = []
  usePanel.setState(nobody)
  useAccountToken.setState({ token: null })
  stop = followPanelSessions((tokens, circle) => {
    const one = { tokens, circle, isOver: false }
    started.push(one)
    return () => void (one.isOver = true)
  })
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  usePanel.setState(nobody)
  useAccountToken.setState({ token: null })
})

const [session, another] = ['head.body.signature-of-one', 'head.body.signature-of-two']

it('Before a sign-in only what everybody may hear is heard', async () => {
  expect(started.map(({ circle }) => circle)).toEqual(['nation-live'])
  expect(await current()).toBeNull()
})

it('A sign-in begins a stream with its token, once, in a circle of that session; leaving ends it', async () => {
  usePanel.setState({ token: session, adminId: 'a1' })
  useAccountToken.setState({ token: session })
  expect(started.map(({ isOver }) => isOver)).toEqual([true, false])
  expect(await current()).toBe(session)
  expect(started[1]!.circle).not.toBe('nation-live')
  expect(started[1]!.circle).not.toContain('head.body')
  useAccountToken.setState({ token: null })
  usePanel.setState(nobody)
  expect([started.length, await current()]).toEqual([3, null])
})

it('After a restart the copy’s own token is enough, and another sign-in has another circle', async () => {
  useAccountToken.setState({ token: session })
  expect(await current()).toBe(session)
  useAccountToken.setState({ token: another })
  expect(await current()).toBe(another)
  expect(new Set(started.map(({ circle }) => circle)).size).toBe(3)
})

it('A token that is refused is not sent again: the copy asks what became of the session, and the panel asks for the password', async () => {
  const wake = vi.spyOn(replica, 'wakeReplica')
  usePanel.setState({ token: session, adminId: 'a1' })
  useAccountToken.setState({ token: session })
  const { tokens } = started.at(-1)!
  expect(await tokens.renew(session, false)).toBeNull()
  // A proxy refused it: that says nothing of the session.
  expect([await tokens.current(), usePanel.getState().token, wake.mock.calls]).toEqual([session, session, []])
  expect(await tokens.renew(session, true)).toBeNull()
  expect(await tokens.current()).toBeNull()
  expect(usePanel.getState()).toMatchObject({ token: null, ended: true })
  expect(wake).toHaveBeenCalled()
})
