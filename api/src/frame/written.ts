import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { OwnPlan } from '@nation/domain/contract'
import type { ParameterizedContext } from 'koa'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipCompress)

const packers = {
  br: (json: string | Buffer) => brotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (json: string | Buffer) => gzip(json),
}

/** The encodings for compression. */
export type Packing = keyof typeof packers

/** An answer that is parsed and serialised in advance. */
export class Written {
  readonly #packed = new Map<Packing, Promise<Buffer>>()

  constructor(readonly json: string | Buffer) {}

  /** The same, compressed once for all clients that accept it. */
  packed(packing: Packing): Promise<Buffer> {
    const known = this.#packed.get(packing) ?? packers[packing](this.json)
    this.#packed.set(packing, known)
    return known
  }
}

const worthPacking = 1_024

/** The body of an answer whose text is stored: compressed once, not for each request. */
export async function bodyOf(http: ParameterizedContext, written: Written): Promise<string | Buffer> {
  if (written.json.length < worthPacking) return written.json
  http.vary('accept-encoding')
  const packing = http.acceptsEncodings('br', 'gzip', 'identity')
  if (packing !== 'br' && packing !== 'gzip') return written.json
  http.set('content-encoding', packing)
  return written.packed(packing)
}

type Json = Record<string, unknown>

/** A serialised answer with a gap for each object that has fields of the caller's own. */
export interface Template {
  /** The text before each gap, and after the last one. */
  readonly texts: readonly string[]
  readonly gaps: readonly Gap[]
}

interface Gap {
  readonly path: readonly (string | number)[]
  /** The value for a visitor. */
  readonly fields: Json
  /** Whether a field precedes the gap in its object. */
  readonly follows: boolean
}

/** Serialises an answer without the caller's own fields. */
export function templateOf(answer: unknown, plan: OwnPlan): Template {
  const texts: string[] = []
  const gaps: Gap[] = []
  let text = ''
  const write = (value: unknown, plan: OwnPlan | undefined, path: Gap['path']): void => {
    if (!plan || value === null || value === undefined) {
      text += JSON.stringify(value ?? null)
    } else if (plan.kind === 'list') {
      text += '['
      for (const [place, one] of (value as unknown[]).entries()) {
        if (place > 0) text += ','
        write(one, plan.each, [...path, place])
      }
      text += ']'
    } else {
      text += '{'
      const shared = Object.entries(value).filter(([name, field]) => field !== undefined && !plan.own.includes(name))
      for (const [place, [name, field]] of shared.entries()) {
        text += `${place > 0 ? ',' : ''}${JSON.stringify(name)}:`
        write(field, plan.inside[name], [...path, name])
      }
      if (plan.own.length > 0) {
        texts.push(text)
        text = ''
        const fields = Object.fromEntries(plan.own.map((name) => [name, (value as Json)[name]]))
        gaps.push({ path, fields, follows: shared.length > 0 })
      }
      text += '}'
    }
  }
  write(answer, plan, [])
  return { texts: [...texts, text], gaps }
}

/** The answer with the caller's own fields in the gaps; a field that `own` leaves out keeps the visitor's value. */
export function fillIn({ texts, gaps }: Template, own: unknown): string {
  let json = texts[0] ?? ''
  for (const [place, { path, fields, follows }] of gaps.entries()) {
    const mine = (at(own, path) ?? {}) as Json
    const filled = Object.entries(fields).map(([name, field]) => [name, name in mine ? mine[name] : field])
    const inside = JSON.stringify(Object.fromEntries(filled)).slice(1, -1)
    json += (follows && inside !== '' ? ',' : '') + inside + (texts[place + 1] ?? '')
  }
  return json
}

const at = (value: unknown, path: Gap['path']): unknown =>
  path.reduce<unknown>((inside, step) => (inside as Record<string | number, unknown> | undefined)?.[step], value)
