import { drawShare, type Share } from '@nation/core/link-pictures'
import { NationError } from '@nation/domain/errors'
import type { Middleware } from 'koa'
import { BoundedMap, type Deps, allowanceFor, networkLimit, networkOf, singleFlight } from '../frame'
import { editionOf, readShare, shareKinds } from './contents'

const address = new RegExp(`^/share/(${shareKinds.join('|')})/([0-9A-Za-z-]{1,36})\\.jpg$`)

/** Drawings cost a tenth of a second each; what was drawn is given again for nothing. */
export const drawings = allowanceFor('share-pictures', { points: 60, seconds: 60 }, { points: 240, seconds: 60 })

/** Each picture of a citizen that is asked for counts, before it is looked for: no refusal tells whether it is there, or drawn already. */
const citizensCards = networkLimit('citizen-cards', { points: 60, seconds: 60 })

/**
 * Serves the pictures that social networks show beside a link, at `/share/<kind>/<id>.jpg`. Each is drawn from what everybody may
 * read at that moment, so a picture of what is hidden, closed or gone is not found; drawings are cached by their content.
 */
export function serveShares(deps: Deps): Middleware {
  const drawn = new BoundedMap<Buffer>({ entries: 256, bytes: 16 * 1_048_576 })
  const once = singleFlight<Buffer>(0)
  return async (http, next) => {
    if (!http.path.startsWith('/share/')) return void (await next())
    const [, kind, id = ''] = address.exec(http.path) ?? []
    const known = shareKinds.find((one) => one === kind)
    if (!known || (http.method !== 'GET' && http.method !== 'HEAD')) throw new NationError('not_found')
    const caller = http.request.ip
    if (known === 'citizen') await citizensCards(deps, caller)
    const share = await readShare(deps, known, id)
    const edition = editionOf(share)
    // A client that has it already gets 304 without a picture being drawn. Headers of a picture are set only when there is one.
    const isKept = http.get('if-none-match').includes(`"${edition}"`)
    const picture = isKept ? null : (drawn.get(edition) ?? (await draw(share, edition, caller)))
    http.etag = edition
    // Of a page that was closed nothing is left on the way.
    http.set('cache-control', known === 'citizen' ? 'no-cache' : 'public, max-age=300')
    // Other sites may show it: that is what it is for.
    http.set('cross-origin-resource-policy', 'cross-origin')
    if (picture === null) http.status = 304
    else {
      http.type = 'image/jpeg'
      http.body = picture
    }
  }

  async function draw(share: Share, edition: string, caller: string): Promise<Buffer> {
    await drawings(deps, networkOf(caller))
    return once(edition, async () => {
      const picture = await drawShare(share, deps.media)
      drawn.set(edition, picture, picture.length)
      return picture
    })
  }
}
