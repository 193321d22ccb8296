import { type DataSource, IsNull } from 'typeorm'
import type { JournalEntry, Reaction } from '../journal'
import { mediaLimits } from '@nation/domain/media'
import { storeImage } from './images'
import { openMediaStore } from './open-store'
import type { Config, Context } from '../platform'
import { Citizen } from '../citizens'

const size = 400
const timeoutMs = 10_000

interface Portrait {
  readonly source: string | null
  /** Null where X has none that may be copied: an older copy must not stand in for it. */
  readonly url: string | null
}

/**
 * After a citizen joined, or X shows another picture of them: stores our own copy of it, so that a visitor of a page of
 * the nation is not seen by X. Until it is there, and when X does not give it, pages fall back to X's address. Where X shows none any
 * more, our copy is shown no more either.
 */
export function portraitReaction(database: DataSource, config: Config): Reaction {
  const store = openMediaStore(config)
  return {
    name: 'citizens.keep-portrait',
    kinds: ['citizens.joined', 'citizens.picture-changed'],
    prepare: async (entry: JournalEntry): Promise<Portrait | null> => {
      const citizen = await database.getRepository(Citizen).findOneBy({ uid: entry.subject ?? '' })
      if (!citizen) return null
      const source = citizen.avatarUrl
      if (source === null || !isXPicture(source, config)) return { source, url: null }
      const url = await storeImage(await download(source), {
        store,
        folder: 'portraits',
        width: size,
        height: size,
      })
      return { source, url }
    },
    settle: async (ctx: Context, entry, prepared) => {
      const portrait = prepared as Portrait | null
      if (!portrait) return
      // A newcomer without a picture has none that could be gone.
      if (portrait.url === null && entry.kind === 'citizens.joined') return
      const uid = entry.subject ?? ''
      const { affected } = await ctx.tx
        .getRepository(Citizen)
        .update({ uid, avatarUrl: portrait.source ?? IsNull() }, { portraitUrl: portrait.url })
      // What shows the citizen reads anew: X's address is not to stand anywhere longer than it has to.
      if (affected) ctx.journal.add({ kind: 'citizens.updated', subject: uid, visibility: `citizen:${uid}` })
    },
  }
}

/** Only X's own picture host is asked: an address from outside must not send us anywhere else. */
function isXPicture(address: string, config: Config): boolean {
  const url = new URL(address)
  if (config.environment !== 'production' && url.origin === new URL(config.x.apiUrl).origin) return true
  return url.protocol === 'https:' && url.hostname === 'pbs.twimg.com'
}

async function download(address: string): Promise<Buffer> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok || !response.body) throw new Error(`The picture could not be read: ${response.status}.`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > mediaLimits.bytes) throw new Error('The picture is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
