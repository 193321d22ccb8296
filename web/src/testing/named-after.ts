import { staleAfter } from '@nation/domain/events/manifest'
import type { Sent } from './render-at'

/**
 * The calls that a screen made after a secret act, and whose callers the log names: so near to the act they would tell who voted or
 * marked when. The log names no caller of the act itself and of what its event makes stale.
 */
export function namedAfter(act: string, event: keyof typeof staleAfter, sent: readonly Sent[]): string[] {
  const calls = sent.map(({ url }) => {
    const { pathname } = new URL(url, 'https://nation.example')
    return pathname.replace('/api/', '').replace('/', '.')
  })
  const from = calls.indexOf(act)
  // The floating chat asks for its groups a second after the page has come, whatever one does.
  const unnamed: readonly string[] = [act, 'messenger.get-groups', ...staleAfter[event]]
  const after = from < 0 ? [] : calls.slice(from + 1)
  // A screen that reads nothing again would be held to nothing.
  if (after.length === 0) throw new Error(`Nothing was read after ${act}.`)
  return after.filter((id) => !unnamed.includes(id))
}
