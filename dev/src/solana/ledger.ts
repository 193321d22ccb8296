import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import bs58 from 'bs58'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { z } from 'zod'
import { programs } from './token-layout'
import { readTransaction } from './transaction'

/** An account on this chain. */
export interface Account {
  readonly address: string
  readonly owner: string
  readonly lamports: bigint
  readonly data: Uint8Array
  readonly executable: boolean
}

/** What became of a transaction. */
export interface Outcome {
  readonly slot: bigint
  /** What the SVM says against it; null when it went through. */
  readonly error: string | null
  readonly logs: readonly string[]
}

// What litesvm takes and gives, in its own words: branded texts and numbers.
type Address = Parameters<LiteSVM['getAccount']>[0]
type EncodedAccount = Parameters<LiteSVM['setAccount']>[0]
const address = (text: string) => text as Address
const lamports = (amount: bigint) => amount as EncodedAccount['lamports']

const slotMs = 400
/** Slots for which a blockhash is good, as on the chain itself. */
const blockhashLife = 150n
const history = 100_000n

const stored = z.object({
  slot: z.string(),
  mints: z.array(z.string()),
  accounts: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
})

/**
 * The chain itself: a real SVM with the real token programs, whose slots pass with the time and whose accounts outlive a
 * restart when there is a file for them.
 */
export class Ledger {
  readonly #svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(history)
  readonly #outcomes = new Map<string, Outcome>()
  readonly #mints = new Set<string>()
  #wishes = 0
  /** Slots never go back, also when the machine's clock does. */
  #latest = 0n
  #writing: NodeJS.Immediate | undefined

  constructor(
    private readonly file: string | undefined,
    private readonly clock: () => Date,
  ) {
    this.#read()
  }

  /** The present slot, counted from 1970; the SVM's own clock follows it. */
  slot(): bigint {
    const slot = BigInt(Math.floor(this.clock().getTime() / slotMs))
    if (slot > this.#latest) this.#latest = slot
    if (this.#svm.getClock().slot < this.#latest) this.#svm.warpToSlot(this.#latest)
    return this.#latest
  }

  /** A hash that is good for transactions of the next minute. */
  blockhash(slot = this.slot()): string {
    return bs58.encode(createHash('sha256').update(`block ${slot}`).digest())
  }

  /** A hash that no transaction has had yet, so that two equal wishes are two transactions. */
  freshBlockhash(): string {
    return bs58.encode(
      createHash('sha256')
        .update(`wish ${(this.#wishes += 1)} ${this.blockhash()}`)
        .digest(),
    )
  }

  isBlockhashGood(hash: string): boolean {
    const now = this.slot()
    for (let slot = now; slot > now - blockhashLife && slot >= 0n; slot--)
      if (this.blockhash(slot) === hash) return true
    return false
  }

  /** An account; null for one that does not exist. */
  account(of: string): Account | null {
    const found = this.#svm.getAccount(address(of))
    return found.exists && found.lamports > 0n ? accountOf(found) : null
  }

  /** All accounts of a program. */
  accountsOf(program: string): Account[] {
    return this.#svm.getProgramAccounts(address(program)).map(accountOf)
  }

  /** Writes an account as it is said, without a transaction: for what was there before time began. */
  put(account: Omit<Account, 'executable'>): void {
    this.#svm.setAccount({
      address: address(account.address),
      programAddress: address(account.owner),
      lamports: lamports(account.lamports),
      data: account.data,
      executable: false,
      space: BigInt(account.data.length),
    })
    this.#changed()
  }

  rentFor(length: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(length))
  }

  /** Gives an address lamports out of nothing. */
  airdrop(to: string, amount: bigint): void {
    const before = this.account(to)
    this.put({
      address: to,
      owner: before?.owner ?? programs.system,
      lamports: (before?.lamports ?? 0n) + amount,
      data: before?.data ?? new Uint8Array(),
    })
  }

  /** Executes a transaction, given by its bytes, and answers its signature. */
  execute(bytes: Uint8Array): { readonly signature: string; readonly outcome: Outcome } {
    const { signature: first, transaction } = readTransaction(bytes)
    const slot = this.slot()
    const result = this.#svm.sendTransaction(transaction as unknown as Parameters<LiteSVM['sendTransaction']>[0])
    const failed = result instanceof FailedTransactionMetadata
    const outcome = {
      slot,
      error: failed ? nameOf(result.err()) : null,
      logs: failed ? result.meta().logs() : result.logs(),
    }
    const signature = bs58.encode(first)
    if (!failed) this.#outcomes.set(signature, outcome)
    this.#changed()
    return { signature, outcome }
  }

  outcomeOf(signature: string): Outcome | undefined {
    return this.#outcomes.get(signature)
  }

  /** Tokens that were made here: each is made once, also by a stand-in that starts again. */
  knowsMint(mint: string): boolean {
    return this.#mints.has(mint)
  }

  rememberMint(mint: string): void {
    this.#mints.add(mint)
    this.#changed()
  }

  /** Writes down what is not written yet. */
  save(): void {
    clearImmediate(this.#writing)
    this.#writing = undefined
    if (!this.file) return
    const written = [programs.system, programs.token, programs.token2022].flatMap((program) => this.accountsOf(program))
    const state: z.input<typeof stored> = {
      slot: this.slot().toString(),
      mints: [...this.#mints],
      accounts: written
        .filter((account) => !account.executable)
        .map((one) => [one.address, one.owner, one.lamports.toString(), Buffer.from(one.data).toString('base64')]),
    }
    mkdirSync(dirname(this.file), { recursive: true })
    writeFileSync(`${this.file}.new`, JSON.stringify(state))
    renameSync(`${this.file}.new`, this.file)
  }

  /** What happens in one turn is written together. */
  #changed(): void {
    if (this.file) this.#writing ??= setImmediate(() => this.save())
  }

  #read(): void {
    const text = this.file && readIfThere(this.file)
    if (!text) return
    const result = stored.safeParse(parsed(text))
    if (!result.success) throw new Error(`${this.file} does not hold a chain. Delete it to begin with a new one.`)
    const { slot, mints, accounts } = result.data
    this.#latest = BigInt(slot) + 1n
    for (const mint of mints) this.#mints.add(mint)
    for (const [name, owner, amount, data] of accounts) {
      this.put({ address: name, owner, lamports: BigInt(amount), data: new Uint8Array(Buffer.from(data, 'base64')) })
    }
  }
}

/** What litesvm says by number only, in the words of Solana's nodes. */
const plainErrors: Readonly<Record<number, string>> = {
  2: 'AccountNotFound',
  4: 'InsufficientFundsForFee',
  6: 'AlreadyProcessed',
  11: 'SignatureFailure',
  13: 'SanitizeFailure',
}

const nameOf = (error: { toString(): string }): string =>
  typeof error === 'number' ? (plainErrors[error] ?? `error ${error}`) : error.toString()

function accountOf(account: EncodedAccount): Account {
  return {
    address: account.address,
    owner: account.programAddress,
    lamports: account.lamports,
    data: new Uint8Array(account.data),
    executable: account.executable,
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
