import { createHash } from 'node:crypto'

/**
 * The public id of something of the demo nation: a UUIDv7 of the instant at which it was made, whose other bits come from
 * its name instead of chance. The same history has the same ids on every machine.
 */
export function demoId(at: Date, name: string): string {
  const bytes = createHash('sha256').update(`nation demo: ${name}`).digest().subarray(0, 16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
