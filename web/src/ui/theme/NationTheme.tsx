import './mantine.css'
import './fonts.css'
import './tokens.css'
import './base.css'
import { MantineProvider } from '@mantine/core'
import type { MantineColorSchemeManager } from '@mantine/core'
import type { ReactNode } from 'react'
import { nationTheme } from './theme'

interface Props {
  children: ReactNode
  env?: 'default' | 'test'
  /** Where the choice of light, dark or system is stored; without, in a place of Mantine's own. */
  colorScheme?: MantineColorSchemeManager
}

/** Dresses everything inside in the nation's looks: palette, type, light / dark / system. Wraps the whole app once. */
export function NationTheme({ children, env = 'default', colorScheme }: Props) {
  return (
    <MantineProvider
      theme={nationTheme}
      {...(colorScheme && { colorSchemeManager: colorScheme })}
      defaultColorScheme="auto"
      withGlobalClasses={false}
      env={env}
    >
      {children}
    </MantineProvider>
  )
}
