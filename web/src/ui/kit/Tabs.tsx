import '@mantine/core/styles/Tabs.layer.css'
import { Tabs as MantineTabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tabs.module.css'
import { useTabBar } from './use-tab-bar'

interface Props<Id extends string> {
  /** What the tabs are of. */
  label: string
  tabs: readonly { readonly id: Id; readonly label: string }[]
  current: Id
  choose: (id: Id) => void
  /** What the current tab shows. */
  children: ReactNode
}

/** Tabs of one page, of which the arrow keys choose, and what the current one shows. */
export function Tabs<Id extends string>({ label, tabs, current, choose, children }: Props<Id>) {
  const bar = useTabBar<HTMLDivElement>(current, tabs.length)
  return (
    <MantineTabs
      value={current}
      onChange={(id) => id !== null && choose(id as Id)}
      keepMounted={false}
      classNames={{ root: classes.root, list: classes.bar, tab: classes.tab, tabLabel: classes.tabLabel }}
    >
      <MantineTabs.List ref={bar} aria-label={label}>
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.id} value={tab.id}>
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={current}>{children}</MantineTabs.Panel>
    </MantineTabs>
  )
}
