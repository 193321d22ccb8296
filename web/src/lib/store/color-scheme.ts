import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { useUi } from './ui'
import type { SchemeChoice } from './ui'

const toMantine = (choice: SchemeChoice): MantineColorScheme => (choice === 'system' ? 'auto' : choice)

/** Keeps the light / dark / system choice in `ui.darkMode`, and follows changes made in other tabs. */
export function storedColorScheme(): MantineColorSchemeManager {
  let stop: (() => void) | undefined
  return {
    get: () => toMantine(useUi.getState().darkMode),
    set: (scheme) => useUi.setState({ darkMode: scheme === 'auto' ? 'system' : scheme }),
    subscribe(onUpdate) {
      stop = useUi.subscribe((now, before) => {
        if (now.darkMode !== before.darkMode) onUpdate(toMantine(now.darkMode))
      })
    },
    unsubscribe: () => stop?.(),
    clear: () => useUi.setState({ darkMode: 'system' }),
  }
}
