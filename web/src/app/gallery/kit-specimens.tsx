import { useState } from 'react'
import { Columns, FormErrors, Panel, Row, Stack, Text } from '../../ui'
import { Choices } from '../../ui/kit/Choices'
import { MoreMenu } from '../../ui/kit/MoreMenu'
import { Progress } from '../../ui/kit/Progress'
import { Switch } from '../../ui/kit/Switch'
import { Table } from '../../ui/kit/Table'
import { TabLinks } from '../../ui/kit/TabLinks'
import { Tabs } from '../../ui/kit/Tabs'
import { SendProgress } from '../../ui/SendProgress'
import classes from './Gallery.module.css'

const tones = ['ink', 'soft', 'faint', 'state', 'success', 'warning', 'danger'] as const
const faces = ['document', 'label', 'title', 'display'] as const

/** Stack, Row, Columns, Panel and Text. */
export function Layout() {
  return (
    <Stack gap={4} className={classes.wide}>
      <Row gap={3} align="baseline" justify="between">
        {tones.map((tone) => (
          <Text as="span" key={tone} tone={tone}>
            {tone}
          </Text>
        ))}
      </Row>
      <Row gap={3} align="baseline">
        {faces.map((face) => (
          <Text as="span" key={face} face={face} step={1}>
            {face}
          </Text>
        ))}
      </Row>
      <Columns narrowest="8rem" gap={3}>
        <Panel pad={4}>A panel</Panel>
        <Panel pad={4} edge="top">
          With an edge
        </Panel>
        <Panel pad={4} edge="left" raised>
          Raised
        </Panel>
      </Columns>
    </Stack>
  )
}

const pages = [
  { id: 'all', label: 'All' },
  { id: 'mine', label: 'Mine' },
] as const
const links = pages.map((page) => ({ ...page, to: `/dev/gallery?tab=${page.id}` }))

/** Tabs, choices, switches (on, off and busy), and what is seldom done with a row. */
export function Controls() {
  const [current, choose] = useState<'all' | 'mine'>('all')
  const [on, set] = useState(true)
  return (
    <Stack gap={4} className={classes.wide}>
      <Tabs label="Interviews" tabs={pages} current={current} choose={choose}>
        <Text>What the tab shows: {current}.</Text>
      </Tabs>
      <TabLinks label="Pages" tabs={links} current="all" />
      <Choices legend="Show" choices={pages} chosen={current} choose={choose} />
      <Row gap={5} align="center">
        <Switch label="Moderator" on={on} busy={false} set={set} />
        <Switch label="Administrator" on={!on} busy={false} set={(now) => set(!now)} />
        <Switch label="Being changed" on busy set={set} />
        <MoreMenu label="More for Ada" actions={[{ label: 'Delete', danger: true, onClick: () => set(false) }]} />
      </Row>
    </Stack>
  )
}

const wrong = [
  { field: 'question', label: 'Question', message: 'Please enter a question.' },
  { field: 'options.1', label: 'Option 2', message: 'Each option must differ from the others.' },
]

/** What keeps a form from being sent. */
export const Refusals = () => (
  <Stack gap={4} className={classes.wide}>
    <FormErrors errors={{ wrong, sentence: 'Please fill in all poll fields', goTo: () => undefined }} />
  </Stack>
)

/** A table, and how far something is. */
export function Records() {
  return (
    <Stack gap={4} className={classes.wide}>
      <Table caption="What each office gets">
        <thead>
          <tr>
            <th scope="col">Office</th>
            <th scope="col" data-number>
              Percent
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">President</th>
            <td data-number>20%</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td data-number>20%</td>
          </tr>
        </tfoot>
      </Table>
      <Progress label="Export" percent={40} />
      <SendProgress label="harbour.png" part={null} />
      <SendProgress label="quay.png" part={0.6} />
    </Stack>
  )
}
