import { elsewhere, reads, type manifest } from '@nation/domain/contract/manifest'

/** A call that answers JSON. */
export type JsonCallId = keyof typeof manifest

type Route = (typeof manifest)[JsonCallId]

/** Method and path of a call: derived where they follow from its id, so that a browser need not bring each. */
export function routeOf(id: JsonCallId): Route | readonly ['GET' | 'POST', string] {
  if (Object.hasOwn(elsewhere, id)) return elsewhere[id as keyof typeof elsewhere]
  return [reads.includes(` ${id} `) ? 'GET' : 'POST', `/api/${id.replace('.', '/')}`]
}
