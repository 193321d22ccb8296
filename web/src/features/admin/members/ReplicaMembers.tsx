import { tokensOf } from '@nation/domain/formats'
import { isAdministrator, memberLabel } from '@nation/domain/permissions'
import type { ReplicaRow } from '@nation/domain/replica'
import { memo, useDeferredValue, useMemo } from 'react'
import type { ReplicaState } from '../../../lib/replica'
import { matcherOf } from '../../../lib/replica/matcher'
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
  const isAll = filter === 'all'
  // Of a filter all are looked through: there are few, and the first thousand of all citizens may have none of them.
  const { rows: found, isOlder, more } = useFound('members', isAll ? query : '')
  // Drawn in slices: typing and scrolling do not wait for a thousand new rows.
  const rows = useDeferredValue(useNewestMembers())
  const members = useMemo(() => {
    if (!isAll) return rows.filter(fits[filter]).filter(matcherOf('members', query))
    const ids = new Set(found.map(({ id }) => id))
    return query === '' ? rows : rows.filter(({ id }) => ids.has(id))
  }, [rows, found, query, filter, isAll])
  const isComplete = useIsRead('members')
  const isFirstOnItsWay = useReplica(({ state }) => state !== null && state.rows === 0 && mayCome(state))
  if (isFirstOnItsWay) return <LoadingMembers />
  if (rows.length === 0 && !isComplete) return <CopyIncomplete />
  return (
    <>
      <Row gap={4} align="center" justify="between">
        <Text role="status" tone="faint" step={-1} figures className={classes.count}>
          {more
            ? `${inFull(members.length)}+ members: type more of the name to see fewer`
            : `${inFull(members.length)} ${members.length === 1 ? 'member' : 'members'}`}
        </Text>
        {/* The server searches by other rules than the copy, so the file has the whole list. */}
        <ExportCsv path="/api/admin/export-users" input={{ filter }} name="nation-members.csv">
          {query === '' ? 'Export CSV' : 'Export the whole list'}
        </ExportCsv>
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
