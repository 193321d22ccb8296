import { toast } from '../../ui'

const PARAMETER = 'signin'

/**
 * A sign-in that came to nothing leads back to where it began, with a code in the address. Says what happened, and takes the
 * code out of the address: a reload or a shared link must not say it again. Cancelling at X is a choice and no error.
 */
export async function showFailedSignIn(): Promise<void> {
  const address = new URL(location.href)
  const code = address.searchParams.get(PARAMETER)
  if (code === null) return
  address.searchParams.delete(PARAMETER)
  history.replaceState(history.state, '', address)
  if (code === 'cancelled') return void toast.info('You cancelled the sign-in with X.')
  // The table of all sentences comes for those who need it.
  const { errorSentence } = await import('./error-sentence')
  toast.error(errorSentence(code) ?? 'The sign-in did not succeed. Please try again.')
}
