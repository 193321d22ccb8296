import { isPositionId } from '@nation/domain/elections'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useTypedSearch } from '../../../lib/router'
import type { PositionId } from '../shared/types'
import { pageParameters } from './use-hub-page'

const TYPING_PAUSE = 250

/** All positions, as the address has it. */
export const EVERY = 'all'

/** What the hub shows. It is in the address, so that back, reload and a shared link show the same. */
export function useHubFilter() {
  const [parameters, setParameters] = useSearchParams()
  const chosen = parameters.get('position')
  const position = chosen !== null && isPositionId(chosen) ? chosen : null
  const all = chosen === EVERY
  const search = parameters.get('search') ?? ''
  const { state } = useLocation() as { readonly state: unknown }
  const { typed, type, keep } = useTypedSearch(search, (text) => set('search', text), TYPING_PAUSE)

  function set(name: string, value: string | null): void {
    keep()
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        // Another list begins at its first page.
        for (const page of name === 'list' ? [] : pageParameters) next.delete(page)
        return next
      },
      { replace: true, preventScrollReset: true, ...(name === 'list' && { state }) },
    )
  }

  return {
    position,
    /** Whether candidates of all offices were asked for, also of those that are closed. */
    all,
    search,
    /** Whether the candidates of several offices are shown, each office under its title. */
    byOffice: position === null && search === '',
    /** Whether a long list is shown whole on a phone, where it begins with a few. */
    whole: parameters.get('list') === 'whole',
    showWhole: () => set('list', 'whole'),
    typed,
    type,
    choose: (next: PositionId | typeof EVERY | null) => set('position', next),
    /** Shows everybody who stands. */
    clear: () => {
      type('')
      keep()
      setParameters({ position: EVERY }, { replace: true, preventScrollReset: true })
    },
  }
}
