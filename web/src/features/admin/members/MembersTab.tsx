import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { EmptyState, inFull, Row, Stack, Text } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { ScrollRows } from '../../../ui/kit/ScrollRows'
import { ExportCsv } from '../ExportCsv'
import { panelCall, usePanelPages } from '../panel-session'
import { useReplica } from '../replica/use-replica'
import type { Filter, Sought } from './filters'
import { LoadingMembers, skeletons } from './LoadingMembers'
import { ReplicaMembers } from './ReplicaMembers'
import { MemberColumns, MemberRow } from './MemberRow'
import { MemberSearchBar } from './MemberSearchBar'
import classes from './MembersTab.module.css'

/** Citizens as the administration sees them: found by name, given roles. */
export function MembersTab() {
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const hasCopy = useReplica(({ replica }) => replica !== null)
  const isOpening = useReplica(({ opening }) => opening)
  const List = hasCopy ? ReplicaMembers : isOpening ? LoadingMembers : ServedMembers
  return (
    <Stack gap={3}>
      {/* What is typed stays when the console's copy opens meanwhile. */}
      <MemberSearchBar {...{ typed, setTyped, filter, setFilter }} />
      <List query={typed.trim()} filter={filter} />
    </Stack>
  )
}

/** Page by page, as the server answers. */
function ServedMembers({ query, filter }: Sought) {
  const [search] = useDebouncedValue(query, 250)
  const input = { filter, ...(search !== '' && { search }) }
  const list = usePanelPages('admin.users', input, (cursor, signal) =>
    panelCall('admin.users', { ...input, cursor }, signal),
  )
  const pages = list.data?.pages ?? []
  const users = pages.flatMap((page) => page.users)
  const total = pages[0]?.total
  return (
    <>
      <Row gap={4} align="center" justify="between">
        <Text role="status" tone="faint" step={-1} figures className={classes.count}>
          {total !== undefined &&
            `${inFull(total)}${pages[0]?.totalIsMinimum ? '+' : ''} ${total === 1 ? 'member' : 'members'}`}
        </Text>
        <ExportCsv path="/api/admin/export-users" input={input} name="nation-members.csv" />
      </Row>
      <PagedList
        pages={list}
        items={users}
        label="Members"
        skeletons={skeletons}
        failure={sentenceOf(list.error)}
        empty={
          <EmptyState title="No members found">
            No citizen has this name or handle. Try less of it, or another filter.
          </EmptyState>
        }
        rows={(members) => (
          <ScrollRows
            items={members}
            label="Members"
            total={total ?? null}
            height={60}
            keyOf={(user) => user.uid}
            onNearEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage && !list.isError) void list.fetchNextPage()
            }}
            head={<MemberColumns />}
          >
            {(user) => <MemberRow user={user} />}
          </ScrollRows>
        )}
      />
    </>
  )
}
