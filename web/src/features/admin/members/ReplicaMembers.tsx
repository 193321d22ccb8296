import { tokensOf } from '@nation/domain/formats'
import { isAdministrator, memberLabel } from '@nation/domain/permissions'
import type { ReplicaRow } from '@nation/domain/replica'
import { memo, useDeferredValue, useMemo } from 'react'
import type { ReplicaState } from '../../../lib/replica'
import { EmptyState, inFull, Row, Text } from '../../../ui'
import { ScrollRows } from '../../../ui/kit/ScrollRows'
import { ExportCsv } from '../ExportCsv'
import { CopyIncomplete, useIsRead } from '../replica/CopyIncomplete'
import { useNewestMembers, useReplica } from '../replica/use-replica'
import { useFound } from '../replica/use-rows-of'
import type { Filter, Sought } from './filters'
import { LoadingMembers } from './LoadingMembers'
import { MemberColumns, MemberRow } from './MemberRow'
import classes from './MembersTab.module.css'
import type { ManagedUser } from './use-roles'

type Member = ReplicaRow<'members'>

const fits: Readonly<Record<Filter, (member: Member) => boolean>> = {
  all: () => true,
  admins: isAdministrator,
  moderators: ({ isModerator }) => isModerator,
  government: ({ governmentRole }) => governmentRole !== null,
}

/** All citizens, from the copy on this machine: searched as one types, and there without a network. */
export function ReplicaMembers({ query, filter }: Sought) {
  const input = { filter, ...(query !== '' && { search: query }) }
  const { rows: found, isOlder } = useFound('members', query)
  // Drawn in slices: typing and scrolling do not wait for a thousand new rows.
  const rows = useDeferredValue(useNewestMembers())
  const members = useMemo(() => {
    const ids = new Set(found.map(({ id }) => id))
    const wanted = query === '' ? rows : rows.filter(({ id }) => ids.has(id))
    return filter === 'all' ? wanted : wanted.filter(fits[filter])
  }, [rows, found, query, filter])
  const isComplete = useIsRead('members')
  const isFirstOnItsWay = useReplica(({ state }) => state !== null && state.rows === 0 && mayCome(state))
  if (isFirstOnItsWay) return <LoadingMembers />
  if (rows.length === 0 && !isComplete) return <CopyIncomplete />
  return (
    <>
      <Row gap={4} align="center" justify="between">
        <Text role="status" tone="faint" step={-1} figures className={classes.count}>
          {`${inFull(members.length)} ${members.length === 1 ? 'member' : 'members'}`}
        </Text>
        <ExportCsv path="/api/admin/export-users" input={input} name="nation-members.csv" />
      </Row>
      {members.length === 0 && !isComplete ? (
        <CopyIncomplete title="No members found yet" />
      ) : members.length === 0 ? (
        <EmptyState title="No members found">
          No citizen has this name or handle. Try less of it, or another filter.
        </EmptyState>
      ) : (
        <div inert={isOlder}>
          <ScrollRows
            items={members}
            label="Members"
            total={members.length}
            height={60}
            keyOf={({ id }) => id}
            onNearEnd={() => undefined}
            head={<MemberColumns withoutActive />}
          >
            {(member) => <KeptMember member={member} />}
          </ScrollRows>
        </div>
      )}
    </>
  )
}

/** Whether rows are being opened, or asked for: a server that cannot be reached, or refuses, sends none. */
const mayCome = ({ loading, filled, contact }: ReplicaState): boolean =>
  loading || (!filled && (contact === 'unknown' || contact === 'online'))

/** A row that did not change is the same object, and is not drawn again. */
const KeptMember = memo(function KeptMember({ member }: { member: Member }) {
  return <MemberRow user={asUser(member)} withoutActive />
})

/** A member as the list shows them. Each visit changes when they were last active, without an event: the copy has no such time. */
const asUser = (member: Member): ManagedUser => ({
  ...member,
  uid: member.id,
  role: memberLabel(member),
  twitterFollowers: member.followers,
  twitterVerified: member.verified,
  tokenBalance: tokensOf(BigInt(member.tokenBalanceUnits)),
  lastActive: null,
})
