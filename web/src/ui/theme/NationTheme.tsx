import './mantine.css'
import './fonts.css'
import './tokens.css'
import './base.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { nationColorScheme } from './color-scheme'
import { nationTheme } from './theme'

const colorScheme = nationColorScheme()

/** Dresses everything inside in the nation's looks: palette, type, light / dark / system. Wraps the whole app once. */
export function NationTheme({ children, env = 'default' }: { children: ReactNode; env?: 'default' | 'test' }) {
  return (
    <MantineProvider
      theme={nationTheme}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      withGlobalClasses={false}
      env={env}
    >
      {children}
    </MantineProvider>
  )
}
