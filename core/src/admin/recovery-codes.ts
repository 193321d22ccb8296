import { randomBytes } from 'node:crypto'
import { IsNull } from 'typeorm'
import { hmac, type Keys } from '../auth'
import type { Context } from '../platform'
import { PanelRecoveryCode } from './panel-sign-in.entity'

const count = 10
/** Crockford's base 32: no letter that reads like a figure. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Gives the account new recovery codes in place of all that it had; this is the only time that they can be read. */
export async function renewCodes(ctx: Context, keys: Keys, accountId: string): Promise<string[]> {
  const codes = ctx.tx.getRepository(PanelRecoveryCode)
  await codes.delete({ accountId })
  const fresh = Array.from({ length: count }, newCode)
  const createdAt = ctx.now()
  await codes.insert(fresh.map((code) => ({ accountId, codeHash: hashOf(keys, code), createdAt, usedAt: null })))
  return fresh
}

/** Uses a recovery code up. Of two who use the same one at once, one succeeds. */
export async function spendCode(ctx: Context, keys: Keys, accountId: string, code: string): Promise<boolean> {
  const unused = { accountId, codeHash: hashOf(keys, code), usedAt: IsNull() }
  const { affected } = await ctx.tx.getRepository(PanelRecoveryCode).update(unused, { usedAt: ctx.now() })
  return affected === 1
}

/** How many recovery codes the account has left. */
export function codesLeft(ctx: Context, accountId: string): Promise<number> {
  return ctx.tx.getRepository(PanelRecoveryCode).countBy({ accountId, usedAt: IsNull() })
}

/** Four times four of 32 characters: 80 random bits. */
function newCode(): string {
  const characters = Array.from(randomBytes(16), (byte) => alphabet[byte % 32])
  return [0, 4, 8, 12].map((from) => characters.slice(from, from + 4).join('')).join('-')
}

/** As typed: in any case, with or without dashes and blanks, O for 0 and I or L for 1. */
function hashOf(keys: Keys, code: string): string {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return hmac(keys.recoveryCodes, plain)
}
