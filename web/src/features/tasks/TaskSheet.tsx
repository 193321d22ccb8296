import { Stack, Text } from '../../ui'
import { ResponseForm } from './ResponseForm'
import { ResponseList } from './ResponseList'
import { TaskActions } from './TaskActions'
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
      <ResponseForm key={task.id} task={task} />
    </Stack>
  )
}

/** The citizen who has the task now. The card shows the office; the page says that the task changes hands after an election. */
function Holder({ task: { assignedTo, assignedToName } }: { task: Task }) {
  if (assignedTo === 'all') return null
  return (
    <Text tone="soft" step={-1} breaks>
      {assignedToName === null ? 'The office is vacant now.' : `${assignedToName} holds the office now.`}
    </Text>
  )
}
