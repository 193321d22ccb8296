import type { CallAnswer } from '@nation/domain/contract'
import { sentenceOf } from '../../../lib/api/api-error'
import { Bone, Button, confirm, EmptyState, ErrorState, Loading, RelativeTime, toast } from '../../../ui'
import { panelCall, usePanelChange, usePanelPages } from '../panel-session'
import classes from './broadcast.module.css'
import { typeWords } from './broadcast-words'

type Sent = CallAnswer<'broadcast.get-messages'>['messages'][number]

/** What was sent, the newest first; what was deleted stays on record. */
export function BroadcastList() {
  const list = usePanelPages('broadcast.get-messages', {}, (cursor, signal) =>
    panelCall('broadcast.get-messages', { cursor }, signal),
  )
  const sent = list.data?.pages.flatMap((page) => page.messages) ?? []
  if (list.isError && sent.length === 0) {
    return (
      <ErrorState title="Broadcasts could not be loaded" onRetry={() => void list.refetch()} retrying={list.isFetching}>
        {sentenceOf(list.error)}
      </ErrorState>
    )
  }
  if (list.isPending) {
    return (
      <Loading label="Loading broadcasts" className={classes.list}>
        <Bone height="5rem" />
        <Bone height="5rem" />
      </Loading>
    )
  }
  if (sent.length === 0)
    return <EmptyState title="No broadcasts yet">What you send appears here and on every page.</EmptyState>
  return (
    <div className={classes.tab}>
      <ul className={classes.list} aria-label="Broadcasts">
        {sent.map((message) => (
          <SentMessage key={message.id} message={message} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}

function SentMessage({ message }: { message: Sent }) {
  const remove = usePanelChange('broadcast.delete', ['broadcast.get-messages', 'broadcast.get-active'])
  const ask = async () => {
    const sure = await confirm({
      title: 'Delete this broadcast?',
      message: `“${message.message}” disappears from every page. It stays on record here.`,
      confirm: 'Delete',
      danger: true,
    })
    if (!sure) return
    remove.mutate(
      { messageId: message.id },
      {
        onSuccess: () => toast.success('The broadcast is deleted.'),
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  }
  return (
    <li className={classes.message} data-type={message.type} data-active={message.isActive || undefined}>
      <p className={classes.kind}>
        {typeWords[message.type]}
        <span>{message.isActive ? 'Active' : 'Deleted'}</span>
      </p>
      <p className={classes.text}>{message.message}</p>
      <p className={classes.who}>
        {message.createdBy}, <RelativeTime at={message.createdAt} />
        {message.deletedAt !== null && (
          <>
            {' '}
            · deleted by {message.deletedBy}, <RelativeTime at={message.deletedAt} />
          </>
        )}
      </p>
      {message.isActive && (
        <Button
          variant="subtle"
          size="sm"
          data-danger
          className={classes.delete}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          Delete
        </Button>
      )}
    </li>
  )
}
