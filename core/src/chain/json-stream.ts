import { Tokenizer, TokenParser } from '@streamparser/json'

/** Whole numbers stay whole: a token amount or a slot never passes through a JavaScript number. */
class ExactTokenizer extends Tokenizer {
  protected override parseNumber(text: string): number {
    // The library says number; what it hands on is whatever this answers.
    return (/^-?\d+$/.test(text) ? BigInt(text) : Number(text)) as number
  }
}

/** A part of an answer that has arrived whole. */
export interface Part {
  /** Names from the top, as in `['result', 'value', 17]`. */
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/**
 * Reads a JSON text as it arrives and hands out its parts at `paths` (as in `$.result.value.*`), so that an answer of any
 * length takes little memory. Whole numbers are bigints.
 */
export class JsonStream {
  readonly #tokenizer = new ExactTokenizer()
  readonly #parser: TokenParser
  #parts: Part[] = []

  constructor(paths: readonly string[]) {
    this.#parser = new TokenParser({ paths: [...paths], keepStack: false })
    this.#tokenizer.onToken = (token) => this.#parser.write(token)
    this.#parser.onValue = ({ value, key, stack }) => {
      const path = [...stack.slice(1).map((level) => level.key), key].filter((name) => name !== undefined)
      this.#parts.push({ path, value })
    }
  }

  /** Takes the next bytes and answers the parts that they completed. @throws Error when this is no JSON */
  write(bytes: Uint8Array): Part[] {
    this.#tokenizer.write(bytes)
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  /** @throws Error when the text ended before it was whole */
  end(): void {
    if (!this.#parser.isEnded) throw new Error('The answer was cut off.')
  }
}

/** A whole JSON text, with its whole numbers as bigints. */
export function parseExactly(bytes: Uint8Array): unknown {
  const stream = new JsonStream(['$'])
  const parts = stream.write(bytes)
  stream.end()
  return parts.at(-1)?.value
}
