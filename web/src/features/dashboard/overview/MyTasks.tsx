import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, ButtonLink, Skeleton, ErrorState, Instant, Loading, Row, Text } from '../../../ui'
import { taskPath, type Task } from '../../tasks'
import classes from './Overview.module.css'
import { Section } from './Section'
import { shownTasks, useMyTasks } from './use-my-tasks'

/** The open tasks of the reader's office: first what is overdue, the longest first, then the newest. */
export function MyTasks() {
  const { overdue, open } = useMyTasks()
  const failed = [overdue, open].find(({ error }) => error)
  const late = overdue.data?.tasks ?? []
  const others = (open.data?.tasks ?? []).filter(({ id }) => !late.some((task) => task.id === id))
  return (
    <Section title="My tasks" first>
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
  return (
    <>
      {tasks.length === 0 ? (
        <Text tone="soft">Nothing waits for you.</Text>
      ) : (
        <ul className={classes.tasks}>
          {tasks.map(({ id, title, overdue, dueDate }) => (
            <li key={id}>
              <Text as="span" strong breaks>
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
            </li>
          ))}
        </ul>
      )}
      <ButtonLink
        to="/government?tab=tasks&show=mine&status=open"
        variant={tasks.length === 0 ? 'default' : 'filled'}
        className={classes.all}
      >
        All my open tasks
      </ButtonLink>
    </>
  )
}
