import bs58 from 'bs58'
import { invalidParams } from './rpc-error'

/** A transaction as it travels, taken apart as far as the SVM and its judges need it. */
export interface ReadTransaction {
  readonly signature: Uint8Array
  readonly blockhash: string
  /** As litesvm takes it. */
  readonly transaction: { readonly messageBytes: Uint8Array; readonly signatures: Readonly<Record<string, Uint8Array>> }
}

/**
 * Reads a transaction from its bytes: signatures, then the message, which begins with a version byte (unless it is a legacy
 * one), a header of three bytes, the keys, and the blockhash.
 */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  const cursor = new Cursor(bytes)
  const signatures = Array.from({ length: cursor.compactLength() }, () => cursor.take(64))
  const messageBytes = cursor.rest()
  if ((cursor.peek() & 0x80) !== 0) cursor.take(1)
  cursor.take(3)
  const keys = Array.from({ length: cursor.compactLength() }, () => bs58.encode(cursor.take(32)))
  const blockhash = bs58.encode(cursor.take(32))
  const [first] = signatures
  if (!first) throw invalidParams('failed to sanitize transaction')
  const signed = signatures.map((signature, index) => [keys[index] ?? '', signature])
  return {
    signature: first,
    blockhash,
    transaction: { messageBytes, signatures: Object.fromEntries(signed) as Record<string, Uint8Array> },
  }
}

class Cursor {
  #at = 0

  constructor(private readonly bytes: Uint8Array) {}

  peek(): number {
    const byte = this.bytes[this.#at]
    if (byte === undefined) throw invalidParams('failed to deserialize transaction')
    return byte
  }

  take(count: number): Uint8Array {
    const taken = this.bytes.subarray(this.#at, this.#at + count)
    if (taken.length < count) throw invalidParams('failed to deserialize transaction')
    this.#at += count
    return taken
  }

  rest(): Uint8Array {
    return this.bytes.subarray(this.#at)
  }

  /** Solana's short numbers: seven bits a byte, three bytes at most. */
  compactLength(): number {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const [byte = 0] = this.take(1)
      value |= (byte & 0x7f) << shift
      if ((byte & 0x80) === 0) return value
    }
    throw invalidParams('failed to deserialize transaction')
  }
}
