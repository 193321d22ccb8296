import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A certificate and the key that belongs to it, as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** An authority that signs certificates of servers. Who is given its `cert` trusts them. */
export interface Authority extends Certificate {
  /** A certificate for a server at an address of IPv4. */
  readonly forServer: (address: string) => Certificate
}

const DAY_MS = 86_400_000

/** An authority of a test's own (X.509, on P-256). It is made here: no key lies in the repository, and no program is needed. */
export function anAuthority(name: string): Authority {
  const own = keyPair()
  const cert = certificate({ name, issuer: name, publicKey: own.publicKey, signer: own.privateKey, more: [MAY_SIGN] })
  return {
    ...{ cert, key: pem(own.privateKey) },
    forServer(address) {
      const { publicKey, privateKey } = keyPair()
      const made = { name: address, issuer: name, publicKey, signer: own.privateKey, more: [names(address)] }
      return { cert: certificate(made), key: pem(privateKey) }
    },
  }
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))

interface Made {
  readonly name: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  /** Extensions. */
  readonly more: readonly Buffer[]
}

function certificate({ name, issuer, publicKey, signer, more }: Made): string {
  const now = Date.now()
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(time(now - DAY_MS), time(now + DAY_MS)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...more)),
  )
  const der = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, signer)))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** A value of DER: its kind, its length, and itself. */
function value(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([kind, ...length]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => value(0x30, ...parts)
const explicit = (n: number, part: Uint8Array) => value(0xa0 + n, part)
const integer = (bytes: Uint8Array) => value(0x02, bytes)
const bits = (bytes: Uint8Array) => value(0x03, Buffer.from([0]), bytes)
const octets = (bytes: Uint8Array) => value(0x04, bytes)
const object = (hex: string) => value(0x06, Buffer.from(hex, 'hex'))
/** As `YYMMDDhhmmssZ`. */
const time = (at: number) =>
  value(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))

const ECDSA_WITH_SHA256 = sequence(object('2a8648ce3d040302'))
/** A name with a common name alone. */
const nameOf = (text: string) => sequence(value(0x31, sequence(object('550403'), value(0x0c, Buffer.from(text)))))

/** Basic constraints: an authority. */
const MAY_SIGN = sequence(
  object('551d13'),
  value(0x01, Buffer.from([255])),
  octets(sequence(value(0x01, Buffer.from([255])))),
)

/** The alternative names of a server: an address of IPv4, also as it is written in IPv6. */
function names(address: string): Buffer {
  const four = Buffer.from(address.split('.').map(Number))
  const six = Buffer.concat([Buffer.alloc(10), Buffer.from([255, 255]), four])
  return sequence(object('551d11'), octets(sequence(value(0x87, four), value(0x87, six))))
}
