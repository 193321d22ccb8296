import { use } from 'react'
import { Button, Row, useFocusGoesOn } from '../../../ui'
import type { Poll } from '../types'
import { savePoll, useClosePoll, useDeletePoll } from '../use-poll-actions'
import { EditPoll } from './edit-poll'

/** What its creator, the government and administrators may do with a poll. */
export function PollTools({ poll }: { poll: Poll }) {
  const edit = use(EditPoll)
  const { close, closing } = useClosePoll(poll)
  const { remove, deleting } = useDeletePoll(poll)
  const closed = useFocusGoesOn()
  const { may } = poll
  if (!may.update && !may.close && !may.delete && !may.export) return null
  return (
    <Row gap={2} role="group" aria-label="Keeping this poll">
      {may.update && (
        <Button variant="default" size="sm" onClick={() => edit(poll)}>
          Edit Poll
        </Button>
      )}
      {may.close && (
        <Button ref={closed} variant="default" size="sm" loading={closing} onClick={() => void close()}>
          Close Poll
        </Button>
      )}
      {may.export && (
        <>
          <Button variant="default" size="sm" onClick={() => void savePoll(poll, 'csv')}>
            Export CSV
          </Button>
          <Button variant="default" size="sm" onClick={() => void savePoll(poll, 'json')}>
            Export JSON
          </Button>
        </>
      )}
      {may.delete && (
        <Button variant="subtle" color="carmine" size="sm" loading={deleting} onClick={() => void remove()}>
          Delete Poll
        </Button>
      )}
    </Row>
  )
}
