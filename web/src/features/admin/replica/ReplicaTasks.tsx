import { useState } from 'react'
import { Button, Row } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { ReplicaTables } from './ReplicaTables'

const QueuedTaskDialog = onDemand(() => import('./QueuedTaskDialog'))

/** The government's tasks, from the copy. They are written here, also without a connection. */
export function ReplicaTasks() {
  const [writing, setWriting] = useState(false)
  return (
    <ReplicaTables
      tables={['tasks', 'responses', 'polls']}
      actions={
        <Row>
          <Button size="sm" data-action="write-task" onClick={() => setWriting(true)}>
            Create Task
          </Button>
          {writing && <QueuedTaskDialog onClose={() => setWriting(false)} />}
        </Row>
      }
    />
  )
}
