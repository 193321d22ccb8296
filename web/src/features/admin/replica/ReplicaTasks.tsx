import { lazy, Suspense, useState } from 'react'
import { Button, Row } from '../../../ui'
import { ReplicaTables } from './ReplicaTables'

const QueuedTaskDialog = lazy(() => import('./QueuedTaskDialog'))

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
          {writing && (
            <Suspense>
              <QueuedTaskDialog onClose={() => setWriting(false)} />
            </Suspense>
          )}
        </Row>
      }
    />
  )
}
