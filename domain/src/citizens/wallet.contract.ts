import { z } from 'zod'
import { isAddress, token } from '../chain'
import { actor, answer, baseUnits, defineCall, instant, publicId } from '../definitions'
import { ownProfile } from './profile.contract'

const exampleWallet = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'

const walletAddress = () =>
  z.string().max(44).refine(isAddress, 'This is not a Solana address.').describe('Solana address, base58')

/** Signatures and signed texts travel as base64. */
const base64 = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This is not base64.')

const lamports = () =>
  z
    .string()
    .regex(/^\d{1,20}$/)
    .describe('Lamports (9 decimals)')

export const walletChallenge = defineCall({
  id: 'user.wallet-challenge',
  method: 'POST',
  summary: 'What your wallet is asked to sign, so that it can be linked: good for ten minutes, once, for this wallet.',
  access: 'citizen',
  input: z.strictObject({ userId: actor(), walletAddress: walletAddress() }),
  output: answer({
    challenge: z
      .object({
        domain: z.string(),
        address: z.string(),
        statement: z.string(),
        uri: z.string(),
        version: z.literal('1'),
        chainId: z.string(),
        nonce: z.string(),
        issuedAt: z.string(),
        expirationTime: z.string(),
      })
      .describe('The input of the wallet standard’s solana:signIn'),
    message: z.string().describe('The same as text, for wallets that only sign messages'),
    expiresAt: instant(),
  }),
  errors: [],
  otherNames: { walletAddress: ['wallet', 'address'] },
  example: { walletAddress: exampleWallet },
  // The nonce is stored as a hash: an answer that is stored for replay would hold it in clear.
  secret: true,
  limit: { points: 10, seconds: 60, by: 'caller' },
})

export const updateWallet = defineCall({
  id: 'user.update-wallet',
  method: 'POST',
  summary: 'Links a wallet that you prove to be yours, in place of the one before; null unlinks.',
  access: 'citizen',
  input: z.strictObject({
    userId: actor(),
    walletAddress: walletAddress().nullable(),
    proof: z
      .strictObject({
        signedMessage: base64(4_096).describe('The bytes that were signed'),
        signature: base64(128).describe('64 bytes, ed25519'),
      })
      .optional()
      .describe('Needed to link, not to unlink'),
  }),
  output: answer({ user: ownProfile }),
  errors: [
    'wallet_proof_required',
    'wallet_proof_invalid',
    'wallet_proof_expired',
    'wallet_proof_used',
    'wallet_taken',
  ],
  otherNames: { walletAddress: ['wallet', 'address'] },
  example: { walletAddress: null },
  limit: { points: 20, seconds: 60, by: 'caller' },
})

const tokenBalance = {
  walletAddress: z.string().nullable(),
  balance: baseUnits(),
  decimals: z.literal(token.decimals),
  uiAmount: z.number().describe('$ON, for display'),
  known: z
    .boolean()
    .describe('False while the chain has never told of this wallet: the balance is then 0 for want of one'),
  lastKnown: z.boolean().describe('The chain did not answer the last time: this is what it said before'),
  readAt: instant().nullable().describe('When the chain told'),
}

export const getTokenBalance = defineCall({
  id: 'token-balance.get',
  method: 'GET',
  summary:
    'What your linked wallet holds, as the nation last read it; or, by `wallet`, what the chain says of another one.',
  access: 'citizen',
  input: z.strictObject({ wallet: walletAddress().optional(), userId: actor() }),
  output: answer(tokenBalance),
  errors: ['chain_unavailable'],
  otherNames: { wallet: ['walletAddress', 'address'] },
  example: {},
  limit: { points: 60, seconds: 60, by: 'caller' },
})

export const refreshTokenBalance = defineCall({
  id: 'token-balance.refresh',
  method: 'POST',
  summary: 'Reads your linked wallet from the chain now. A chain that does not answer changes nothing.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer(tokenBalance),
  errors: ['wallet_not_linked', 'chain_unavailable'],
  example: {},
  limit: { points: 6, seconds: 60, by: 'caller' },
})

const weight = {
  tier: z.enum(['base', 'holder', 'major', 'whale']),
  title: z.string(),
  multiplier: z.number().describe('1.0, 1.2, 1.5 or 2.0'),
}

export const getHoldings = defineCall({
  id: 'holdings.get',
  method: 'GET',
  summary:
    'What you hold and what it gives you: tokens, native coin, the weight of your vote, and what is missing to more.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({
    ...tokenBalance,
    tokens: z.number().describe('$ON, for display'),
    native: z.object({
      lamports: lamports().nullable().describe('Null while the chain has not told'),
      uiAmount: z.number().nullable().describe('SOL, for display'),
    }),
    canTransact: z.boolean().describe('A wallet is linked and has a native balance above 0'),
    tokenUpdateRequired: z.boolean(),
    ...weight,
    nextTier: z
      .object({ ...weight, missing: baseUnits(), missingUi: z.number() })
      .nullable()
      .describe('Null in the highest tier'),
    candidacy: z.object({
      eligible: z.boolean(),
      missing: baseUnits(),
      missingUi: z.number(),
      missingFollowers: z.number().int(),
      reasons: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
    roll: z
      .object({
        electionId: publicId(),
        onRoll: z.boolean().describe('False: the wallet was linked after the roll was taken, and weighs 1.0'),
        balance: baseUnits(),
        uiAmount: z.number(),
        weight: z.number(),
        slot: z.string().nullable().describe('The chain’s slot of the reading'),
        takenAt: instant().nullable(),
        lastKnown: z.boolean().describe('The chain did not tell in time: the balance known before'),
      })
      .nullable()
      .describe('Your entry on the roll of the open election; null while none is open'),
  }),
  errors: [],
  example: {},
})

export const walletCalls = [walletChallenge, updateWallet, getTokenBalance, refreshTokenBalance, getHoldings] as const
