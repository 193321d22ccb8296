import { useState } from 'react'
import type { CallAnswer } from '@nation/domain/contract'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall, useChange } from '../../../lib/query/query'
import {
  Button,
  CitizenAvatar,
  EmptyState,
  ErrorState,
  Loading,
  RelativeTime,
  rememberItem,
  Row,
  Skeleton,
  Stack,
  Text,
  toast,
} from '../../../ui'
import { Dialog } from '../../../ui/Dialog'
import { showUnblocked } from '../pane/set-block'
import classes from './BlockedCitizens.module.css'

type Blocked = CallAnswer<'messenger.get-blocks'>['users'][number]

/** The citizens whom one blocks, the latest first, also those with whom one never talked. */
export default function BlockedCitizens({ onClose }: { onClose: () => void }) {
  const { data, isError, error, isFetching, refetch } = useCall('messenger.get-blocks', {})
  return (
    <Dialog title="Blocked citizens" onClose={onClose}>
      {data ? (
        <BlockedList users={data.users} />
      ) : isError ? (
        <ErrorState
          compact
          title="Blocked citizens could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceOf(error)}
        </ErrorState>
      ) : (
        <Loading label="Loading blocked citizens" className={classes.list}>
          <Row nowrap gap={3} align="center">
            <Skeleton width={40} height={40} round />
            <Stack gap={2}>
              <Skeleton width="9rem" height="1.1rem" />
              <Skeleton width="12rem" />
            </Stack>
          </Row>
        </Loading>
      )}
    </Dialog>
  )
}

function BlockedList({ users }: { users: readonly Blocked[] }) {
  const [busy, setBusy] = useState<string | null>(null)
  const unblock = useChange('messenger.unblock', ['messenger.get-conversations', 'messenger.get-blocks'])
  const end = async ({ id, username }: Blocked, goOn: () => void) => {
    setBusy(id)
    try {
      await unblock.mutateAsync({ citizenId: id })
      showUnblocked(id)
      toast.success(`${username} is no longer blocked.`)
      // The line leaves the list.
      goOn()
    } catch (refusal) {
      toast.error(sentenceOf(refusal))
    } finally {
      setBusy(null)
    }
  }
  if (users.length === 0) {
    return (
      <EmptyState title="No blocked citizens">
        The settings of a conversation block a citizen. Then you receive no direct messages from each other. Blocked
        citizens are not notified.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Blocked citizens" className={classes.list}>
      {users.map((user) => (
        <Row as="li" key={user.id} nowrap gap={3} align="center">
          <CitizenAvatar id={user.id} name={user.username} picture={user.profilePicture} size={40} />
          <Stack gap={0} className={classes.who}>
            <Text strong breaks>
              {user.username}
            </Text>
            <Text tone="soft" step={-1} breaks>
              @{user.twitterUsername}
            </Text>
            <Text tone="faint" step={-1}>
              Blocked <RelativeTime at={user.blockedAt} />
            </Text>
          </Stack>
          <Button
            variant="default"
            size="sm"
            loading={busy === user.id}
            onClick={() => void end(user, rememberItem())}
            aria-label={`Unblock ${user.username}`}
          >
            Unblock
          </Button>
        </Row>
      ))}
    </ul>
  )
}
