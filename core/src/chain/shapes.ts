import { z } from 'zod'

/** The slot that an answer is of. */
export const context = z.object({ slot: z.bigint().positive() })

export const within = <T extends z.ZodType>(value: T) => z.object({ context, value })

const base64Data = z
  .tuple([z.base64(), z.literal('base64')])
  .transform(([text]) => new Uint8Array(Buffer.from(text, 'base64')))

/** An account as nodes answer it in base64. */
export const account = z.object({ data: base64Data, owner: z.string(), lamports: z.bigint().nonnegative() })

export type Account = z.output<typeof account>

export const keyed = z.object({ pubkey: z.string(), account: account.pick({ data: true, owner: true }) })

export type KeyedAccount = z.output<typeof keyed>

/** Balances are read as soon as most of the network has voted for them. */
export const commitment = 'confirmed'
