import type { CallAnswer } from '@nation/domain/contract'
import { sentenceOf } from '../../../lib/api/api-error'
import {
  ActiveBadge,
  Button,
  confirmDeletion,
  rememberItem,
  EmptyState,
  Instant,
  RelativeTime,
  toast,
  Stack,
  Row,
  Text,
  useNow,
} from '../../../ui'
import { MoreMenu } from '../../../ui/kit/MoreMenu'
import { PagedList } from '../../../ui/PagedList'
import { panelCall, usePanelPages } from '../panel-session'
import { useReplica } from '../replica/use-replica'
import { usePanelCommand } from '../replica/use-panel-command'
import { ReplicaBroadcasts } from './ReplicaBroadcasts'
import classes from './broadcast.module.css'
import { typeWords } from './broadcast-words'

/** A broadcast as the list shows it. */
export type Sent = CallAnswer<'broadcast.get-messages'>['messages'][number]

function stateOf({ deletedAt, endsAt }: Sent, now: number): 'Active' | 'Ended' | 'Deleted' {
  if (deletedAt !== null) return 'Deleted'
  return endsAt !== null && endsAt <= now ? 'Ended' : 'Active'
}

/** What was sent, the newest first; what ended or was deleted stays on record. */
export function BroadcastList() {
  const hasCopy = useReplica(({ replica }) => replica !== null)
  return hasCopy ? <ReplicaBroadcasts /> : <ServedBroadcasts />
}

/** Page by page, as the server answers. */
function ServedBroadcasts() {
  const list = usePanelPages('broadcast.get-messages', {}, (cursor, signal) =>
    panelCall('broadcast.get-messages', { cursor }, signal),
  )
  const sent = list.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <Stack gap={5}>
      <PagedList
        pages={list}
        items={sent}
        label="Broadcasts"
        skeletons={{ count: 2, height: '5rem' }}
        failure={sentenceOf(list.error)}
        empty={
          <EmptyState title="No broadcasts yet">Broadcasts that you send appear here and on every page.</EmptyState>
        }
      >
        {(message) => <SentMessage key={message.id} message={message} />}
      </PagedList>
    </Stack>
  )
}

/** One message with what became of it. Whether it has ended is said by the clock. */
export function SentMessage({ message }: { message: Sent }) {
  const now = useNow(1000)
  const remove = usePanelCommand('broadcast.delete', ['broadcast.get-messages', 'broadcast.get-active'])
  // It has no id yet: it is discarded among the changes that wait.
  const isNew = message.id.startsWith('new:')
  const state = stateOf(message, now)
  const ask = async () => {
    const moveOn = rememberItem()
    const base = remove.seen({ messageId: message.id })
    const confirmed = await confirmDeletion({
      title: 'Delete this broadcast?',
      message: `“${message.message}” ${state === 'Active' ? 'disappears from every page' : 'is marked as deleted'}. It stays on record here.`,
      confirm: 'Delete',
    })
    if (!confirmed) return
    remove.run({ messageId: message.id, ...confirmed }, base, {
      onSuccess: () => {
        if (!remove.waits) toast.success('The broadcast is deleted.')
        moveOn()
      },
      onError: (error) => toast.error(sentenceOf(error)),
    })
  }
  return (
    <li
      className={classes.message}
      data-type={message.type}
      data-deleted={state === 'Deleted' || undefined}
      data-active={state === 'Active' || isNew || undefined}
    >
      <Row as="p" nowrap gap={3} step={-1} face="title" className={classes.kind}>
        {typeWords[message.type]}
        {state === 'Active' && !isNew ? (
          <ActiveBadge />
        ) : (
          <span className={classes.state}>{isNew ? 'Waits to be sent' : state}</span>
        )}
      </Row>
      <p className={classes.text}>{message.message}</p>
      <Text tone="faint" step={-1}>
        <bdi>{message.createdBy}</bdi>, <RelativeTime at={message.createdAt} />
        {message.endsAt !== null && message.deletedAt === null && (
          <>
            {' '}
            · {state === 'Ended' ? 'ended' : 'ends'} <Instant at={message.endsAt} />
          </>
        )}
        {message.deletedAt !== null && (
          <>
            {' '}
            · deleted by {message.deletedBy}, <RelativeTime at={message.deletedAt} />
          </>
        )}
      </Text>
      {message.deletedAt === null && !isNew && (
        <div className={classes.delete}>
          {state === 'Active' ? (
            <Button variant="subtle" size="sm" data-danger loading={remove.isPending} onClick={() => void ask()}>
              Delete
            </Button>
          ) : (
            // It is on no page any more: to delete it is seldom of use.
            <MoreMenu
              label={`More for “${message.message}”`}
              busy={remove.isPending}
              actions={[{ label: 'Delete', danger: true, onClick: () => void ask() }]}
            />
          )}
        </div>
      )}
    </li>
  )
}
