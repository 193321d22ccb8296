import { useMantineColorScheme } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { useHydrated } from '../lib/use-hydrated'
import type { EarlyControl } from '../lib/early-control'
import classes from './SchemeSwitch.module.css'

const order: readonly { scheme: MantineColorScheme; name: string }[] = [
  { scheme: 'auto', name: 'System' },
  { scheme: 'light', name: 'Light' },
  { scheme: 'dark', name: 'Dark' },
]

const drawings: Record<MantineColorScheme, string> = {
  auto: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18Zm0 0v18a9 9 0 0 0 0-18Z',
  light:
    'M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
}

/** Goes round light, dark and the system's own scheme. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const known = useHydrated()
  const index = Math.max(
    0,
    order.findIndex(({ scheme }) => scheme === (known ? colorScheme : 'auto')),
  )
  const { scheme, name } = order[index]!
  const next = order[(index + 1) % order.length]!
  return (
    <button
      type="button"
      className={classes.switch}
      aria-label={`Colour scheme: ${name}. Switch to ${next.name}`}
      title={`${name} colours`}
      data-early={'scheme' satisfies EarlyControl}
      onClick={() => setColorScheme(next.scheme)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path
          d={drawings[scheme]}
          fill={scheme === 'light' ? 'none' : 'currentColor'}
          fillRule="evenodd"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  )
}
