/** A failure that is the reader's to solve: its message is one plain sentence, shown without a stack. */
export class PlainFailure extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}

/** The code of a system error ('EACCES', 'ENOENT', ...), if it is one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
