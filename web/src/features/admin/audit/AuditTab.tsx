import type { CallAnswer } from '@nation/domain/contract'
import { auditKinds } from '@nation/domain/gazette'
import type { AuditKind } from '@nation/domain/gazette'
import { useSearchParams } from 'react-router-dom'
import { hasCode, sentenceOf } from '../../../lib/api/api-error'
import { EmptyState, Instant, Panel, Row, Stack, Text } from '../../../ui'
import { Choices } from '../../../ui/kit/Choices'
import { PagedList } from '../../../ui/PagedList'
import { PersonPicker } from '../../citizens'
import { Sentence } from '../../gazette'
import { ExportCsv } from '../ExportCsv'
import { panelCall, usePanelPages } from '../panel-session'

type Entry = CallAnswer<'admin.audit'>['entries'][number]

const choices = [
  { id: 'all' as const, label: 'All' },
  ...Object.entries(auditKinds).map(([id, { title }]) => ({ id: id as AuditKind, label: title })),
]

/** What the audit is filtered by. It lives in the address, so that a view of it can be sent to another administrator. */
function useFilter() {
  const [parameters, setParameters] = useSearchParams()
  const [kind, person] = [parameters.get('kind'), parameters.get('person')]
  const input = {
    ...(kind !== null && Object.hasOwn(auditKinds, kind) && { kind: kind as AuditKind }),
    ...(person && { person }),
  }
  const change = (name: 'kind' | 'person', value: string | null) =>
    setParameters(
      (before) => {
        if (value === null) before.delete(name)
        else before.set(name, value)
        return before
      },
      { preventScrollReset: true },
    )
  return { input, change }
}

/** What the administration did and is not public, for administrators alone. */
export function AuditTab() {
  const { input, change } = useFilter()
  const list = usePanelPages('admin.audit', input, (cursor, signal) =>
    panelCall('admin.audit', { ...input, cursor }, signal),
  )
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Stack gap={4}>
      <Row gap={[3, 5]} align="end" justify="between">
        <Choices
          legend="Show"
          choices={choices}
          chosen={input.kind ?? 'all'}
          choose={(id) => change('kind', id === 'all' ? null : id)}
        />
        <ExportCsv path="/api/admin/export-audit" input={input} name="nation-audit.csv" />
      </Row>
      <PersonPicker
        chosen={input.person ?? null}
        choose={(uid) => change('person', uid)}
        words={(name) => `What ${name} did, and what was done about them`}
      />
      <Text tone="faint" step={-1}>
        Failed sign-ins are kept for 30 days. A network is shown as a hash, never as its address.
      </Text>
      <PagedList
        pages={list}
        items={entries}
        label="Audit entries"
        skeletons={{ count: 6, height: '4.5rem' }}
        failure={
          hasCode(list.error, 'citizen_not_found')
            ? 'There is no such citizen: they left the nation, or the address is wrong.'
            : sentenceOf(list.error)
        }
        empty={<EmptyState title="No such entries">Actions of administrators appear here automatically.</EmptyState>}
      >
        {(entry) => <Line key={entry.id} entry={entry} />}
      </PagedList>
    </Stack>
  )
}

function Line({ entry }: { entry: Entry }) {
  return (
    <Panel as="li" pad={4} gap={1}>
      <Text wide breaks>
        <Sentence parts={entry.parts} />
      </Text>
      <Text tone="faint" step={-1} figures>
        {auditKinds[entry.kind].title}, <Instant at={entry.at} />
      </Text>
    </Panel>
  )
}
