import { toast } from '../../ui'

const PARAMETER = 'signin'

/**
 * A sign-in that came to nothing leads back to where it began, with a code in the address. Says what happened, and takes the
 * code out of the address: a reload or a shared link must not say it again. Cancelling at X is a choice and no error.
 */
export async function tellFailedSignIn(): Promise<void> {
  const address = new URL(location.href)
  const code = address.searchParams.get(PARAMETER)
  if (code === null) return
  address.searchParams.delete(PARAMETER)
  history.replaceState(history.state, '', address)
  if (code === 'cancelled') return void toast.info('You cancelled the sign-in with X.')
  // Only whoever needs these words loads them.
  const { errorTable } = await import('@nation/domain/errors')
  const known = code in errorTable ? errorTable[code as keyof typeof errorTable][1] : undefined
  toast.error(known ?? 'The sign-in did not succeed. Please try again.')
}
