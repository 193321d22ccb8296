/** A refusal in JSON-RPC's words, with the codes that Solana's own nodes use. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

export const invalidParams = (message: string) => new RpcError(-32602, `Invalid params: ${message}`)
