import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, Skeleton, ErrorState, Instant, Loading, Row, Stack, Text } from '../../../ui'
import { taskPath, type Task } from '../../tasks'
import { Section } from './Section'
import { shownTasks, useMyTasks } from './use-my-tasks'

/** The open tasks of the reader's office: first what is overdue, the longest first, then the newest. */
export function MyTasks() {
  const { overdue, open } = useMyTasks()
  const failed = [overdue, open].find(({ error }) => error)
  const late = overdue.data?.tasks ?? []
  const others = (open.data?.tasks ?? []).filter(({ id }) => !late.some((task) => task.id === id))
  return (
    <Section title="My tasks">
      {failed?.error && (
        <ErrorState title="Your tasks could not be read" onRetry={() => void failed.refetch()}>
          {sentenceOf(failed.error)}
        </ErrorState>
      )}
      {!failed && (overdue.isPending || open.isPending) && (
        <Loading label="Loading your tasks">
          <Skeleton height="8rem" />
        </Loading>
      )}
      {overdue.data && open.data && <TaskLines tasks={[...late, ...others].slice(0, shownTasks)} />}
    </Section>
  )
}

function TaskLines({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) return <Text tone="soft">Nothing waits for you.</Text>
  return (
    <Stack gap={4}>
      <Stack as="ul" gap={3}>
        {tasks.map(({ id, title, overdue, dueDate }) => (
          <Stack as="li" key={id} gap={1}>
            <Text as="span" breaks>
              <Link to={taskPath(id)}>{title}</Link>
            </Text>
            <Row as="span" gap={2} align="center" tone="soft" step={-1}>
              {overdue && <Badge tone="danger">Overdue</Badge>}
              {dueDate === null ? (
                'No due date'
              ) : (
                <span>
                  Due <Instant at={dueDate} />
                </span>
              )}
            </Row>
          </Stack>
        ))}
      </Stack>
      <Link to="/government?tab=tasks&show=mine&status=open">All my open tasks</Link>
    </Stack>
  )
}
