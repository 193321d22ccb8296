import { createHash, randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  addressBytes,
  readSignInMessage,
  signInChainId,
  signInLifetimeMs,
  signInMessage,
  signInStatement,
  type SignInRequest,
} from '@nation/domain/chain'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { type Config, column, readFirst } from '../platform'

/** The nation's address, as a wallet shows it to the signer. */
export type SignInPlace = Pick<Config, 'origin' | 'chain'>

/** A wallet's proof, as it travels: base64. */
export interface WalletProof {
  readonly signedMessage: string
  readonly signature: string
}

/** What is asked of a wallet; it follows from these facts alone, so that it can be made again and compared. */
function requestOf(place: SignInPlace, address: string, nonce: string, issuedAt: Date): SignInRequest {
  return {
    domain: new URL(place.origin).host,
    address,
    statement: signInStatement,
    uri: place.origin,
    version: '1',
    chainId: signInChainId(place.chain.network),
    nonce,
    issuedAt: issuedAt.toISOString(),
    expirationTime: new Date(issuedAt.getTime() + signInLifetimeMs).toISOString(),
  }
}

/** A nonce is stored as its hash: a reader of the database cannot sign with it. */
const hashOf = (nonce: string): Buffer => createHash('sha256').update(`wallet challenge ${nonce}`).digest()

/** Makes a request to sign, for this citizen and this wallet; it is good once. */
export async function issueChallenge(
  tx: EntityManager,
  place: SignInPlace,
  citizenId: string,
  address: string,
  now: Date,
): Promise<SignInRequest> {
  const nonce = randomBytes(16).toString('hex')
  const request = requestOf(place, address, nonce, now)
  await tx.query(
    'INSERT INTO wallet_challenges (nonce_hash, citizen_id, wallet_address, issued_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    [hashOf(nonce), citizenId, address, now, new Date(request.expirationTime)],
  )
  return request
}

/** A signed request whose signature is good: what is left to ask is whether the nation issued it, and whether it is used. */
export interface SignedRequest {
  readonly request: SignInRequest
  readonly text: string
}

/**
 * Checks what needs no database: that this wallet's key signed a text of ours.
 * @throws NationError `wallet_proof_invalid`
 */
export function checkSignature(proof: WalletProof, address: string): SignedRequest {
  const bytes = Buffer.from(proof.signedMessage, 'base64')
  const signature = Buffer.from(proof.signature, 'base64')
  const key = addressBytes(address)
  const text = bytes.toString('utf8')
  const request = readSignInMessage(text)
  const honest =
    request?.address === address && key !== null && signature.length === 64 && Buffer.from(text, 'utf8').equals(bytes)
  if (!request || !honest || !verified(signature, bytes, key)) throw new NationError('wallet_proof_invalid')
  return { request, text }
}

/** Strict verification (RFC 8032): no key of small order signs for everybody. */
function verified(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}

const challengeRow = {
  citizen_id: column.key,
  wallet_address: column.text,
  issued_at: column.instant,
  expires_at: column.instant,
  used_at: column.instant.nullable,
}

/**
 * Takes a signed request for good: it must be, byte for byte, one that the nation issued to this citizen for this wallet,
 * in time, and not used before.
 * @throws NationError `wallet_proof_invalid`, `wallet_proof_expired`, `wallet_proof_used`
 */
export async function redeem(
  tx: EntityManager,
  place: SignInPlace,
  citizenId: string,
  signed: SignedRequest,
  now: () => Date,
): Promise<void> {
  const { nonce, address } = signed.request
  const row = await readFirst(
    tx,
    challengeRow,
    'SELECT citizen_id, wallet_address, issued_at, expires_at, used_at FROM wallet_challenges WHERE nonce_hash = ? FOR UPDATE',
    [hashOf(nonce)],
  )
  const issued = row
  if (!issued || issued.citizen_id !== citizenId || issued.wallet_address !== address) {
    throw new NationError('wallet_proof_invalid')
  }
  if (signInMessage(requestOf(place, address, nonce, issued.issued_at)) !== signed.text) {
    throw new NationError('wallet_proof_invalid')
  }
  if (issued.used_at !== null) throw new NationError('wallet_proof_used')
  const at = now()
  if (at < issued.issued_at || at >= issued.expires_at) throw new NationError('wallet_proof_expired')
  await tx.query('UPDATE wallet_challenges SET used_at = ? WHERE nonce_hash = ?', [at, hashOf(nonce)])
}
