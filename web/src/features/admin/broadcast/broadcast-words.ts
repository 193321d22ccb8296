import type { BroadcastType } from '@nation/domain/broadcasts'

/** What a type is called. */
export const typeWords: Readonly<Record<BroadcastType, string>> = {
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
  success: 'Success',
}
