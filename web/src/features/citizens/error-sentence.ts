import { errorTable } from '@nation/domain/errors'

/** The sentence for an error's code; undefined for a code that the table does not have. */
export const errorSentence = (code: string): string | undefined =>
  code in errorTable ? errorTable[code as keyof typeof errorTable][1] : undefined
