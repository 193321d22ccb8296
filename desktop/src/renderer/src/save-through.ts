import type { NationBridge } from '../../ipc/contract'

/** What became of a file. Neither saved nor a problem: no place was chosen. */
export interface Saved {
  readonly saved: boolean
  readonly problem: string | null
}

/** Saves a file through the system's dialog, piece by piece: it is never in memory as one text. */
export async function saveThrough({ exports }: NationBridge, content: Blob, name: string): Promise<Saved> {
  const { file, problem } = await exports.begin(name)
  if (file === null) return { saved: false, problem }
  try {
    for await (const piece of pieces(content)) {
      const written = await exports.write(file, piece)
      if (written.problem !== null) return { saved: false, problem: written.problem }
    }
  } catch (error) {
    await exports.end(file, false).catch(() => undefined)
    throw error
  }
  const ended = await exports.end(file, true)
  return { saved: ended.problem === null, problem: ended.problem }
}

/** Bytes of a piece: none has more UTF-16 units than bytes. */
const PIECE = 128 * 1024

/** The text of a file. A mark at its beginning tells spreadsheets how it is written: it stays. */
async function* pieces(content: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let from = 0; from < content.size; from += PIECE)
    yield decoder.decode(await content.slice(from, from + PIECE).arrayBuffer(), { stream: true })
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
