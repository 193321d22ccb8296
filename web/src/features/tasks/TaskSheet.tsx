import { Link } from 'react-router-dom'
import { Stack, Text } from '../../ui'
import { useBuilt } from '../../lib/built'
import { ResponseForm } from './ResponseForm'
import { ResponseList } from './ResponseList'
import { TaskActions } from './TaskActions'
import { assigneeWords, writerWords } from './task-words'
import classes from './TaskCard.module.css'
import type { Task } from './types'

/** All of a task: what is to be done, who has it, what was answered, and what one may do. */
export function TaskSheet({ task }: { task: Task }) {
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <Text tone="ink" breaks className={classes.words}>
          {task.description}
        </Text>
        <Holder task={task} />
      </Stack>
      <TaskActions task={task} />
      <ResponseList task={task} />
      {task.may.respond ? (
        <ResponseForm task={task} />
      ) : (
        task.status === 'completed' && (
          <Text tone="soft" step={-1}>
            This task is completed: it takes no more responses.
          </Text>
        )
      )}
    </Stack>
  )
}

/** Who has the task now, and that it goes with the office. */
function Holder({ task: { assignedTo, assignedToName, createdByName, createdByRole } }: { task: Task }) {
  const built = useBuilt()
  const given = `Given by ${createdByName} (${writerWords(createdByRole)}).`
  if (assignedTo === 'all')
    return (
      <Text tone="soft" step={-1} breaks>
        {given} For all officials, also for those who are seated on Monday.
      </Text>
    )
  return (
    <Text tone="soft" step={-1} breaks>
      {given} For {assigneeWords(assignedTo)}, which{' '}
      {assignedToName === null ? 'is vacant' : <>{assignedToName} holds now</>}. It passes to whoever is seated on
      Monday
      {built('/elections') && (
        <>
          {' '}
          (<Link to="/elections">the election</Link>)
        </>
      )}
      .
    </Text>
  )
}
