import type { GovernmentRole } from '@nation/domain/permissions'
import { isOverdue } from '@nation/domain/tasks'
import { useId, type CSSProperties } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Badge, Instant, officeLooks, OfficeBadge, Panel, RelativeTime, Row, Skeleton, Text, useNow } from '../../ui'
import { assigneeWords, priorityWords, responsesInWords, writerWords } from './task-words'
import classes from './TaskCard.module.css'
import { TaskSheet } from './TaskSheet'
import type { Task } from './types'

/** A task in a line or two; unfolded, all of it. Which one is unfolded is in the address. */
export function TaskCard({ task }: { task: Task }) {
  const [parameters, setParameters] = useSearchParams()
  const open = parameters.get('task') === task.id
  const ids = useId()
  const toggle = () => {
    const next = new URLSearchParams(parameters)
    if (open) next.delete('task')
    else next.set('task', task.id)
    setParameters(next, { replace: true, preventScrollReset: true })
  }
  return (
    <Panel
      as="article"
      edge="left"
      gap={3}
      pad={[4, 5]}
      aria-labelledby={`${ids}-title`}
      data-done={task.status === 'completed' || undefined}
      className={classes.task}
      {...(task.assignedTo !== 'all' && { style: edgeOf(task.assignedTo) })}
    >
      <h3 className={classes.heading}>
        <button
          id={`${ids}-title`}
          type="button"
          className={classes.title}
          aria-expanded={open}
          aria-controls={open ? `${ids}-sheet` : undefined}
          onClick={toggle}
        >
          <span dir="auto">{task.title}</span>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={classes.chevron}>
            <path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.8" />
          </svg>
        </button>
      </h3>
      <Marks task={task} />
      <Facts task={task} open={open} />
      {open && (
        <div id={`${ids}-sheet`}>
          <TaskSheet task={task} />
        </div>
      )}
    </Panel>
  )
}

/** A task while it loads. */
export const TaskSkeleton = () => (
  <Panel edge="left" gap={3} pad={[4, 5]} className={classes.task}>
    <Skeleton width="min(70%, 20rem)" height="1.3rem" className={classes.titleSkeleton} />
    <Skeleton width="11rem" height="1.4rem" />
    <Skeleton width="min(90%, 26rem)" height="0.8rem" className={classes.facts} />
  </Panel>
)

/** The edge of a task has the hue of its office. */
const edgeOf = (office: GovernmentRole) => ({ '--tone': officeLooks[office].hue }) as CSSProperties

const tones = { normal: 'plain', high: 'warning', urgent: 'danger' } as const

function Marks({ task: { assignedTo, priority, status, dueDate } }: { task: Task }) {
  const now = useNow(15_000)
  const late = isOverdue({ status, dueAt: dueDate === null ? null : new Date(dueDate) }, new Date(now))
  return (
    <Row gap={2} align="center">
      {assignedTo === 'all' ? (
        <Badge tone="state">{assigneeWords('all')}</Badge>
      ) : (
        <OfficeBadge role={assignedTo} title={assigneeWords(assignedTo)} />
      )}
      {priority !== 'normal' && <Badge tone={tones[priority]}>{priorityWords[priority]}</Badge>}
      {late && <Badge tone="danger">Overdue</Badge>}
      {status === 'completed' && <Badge tone="success">Completed</Badge>}
    </Row>
  )
}

function Facts({ task, open }: { task: Task; open: boolean }) {
  const { dueDate, createdByName, createdByRole, createdAt, completedAt, responseCount } = task
  return (
    <Row as="p" gap={[0, 4]} tone="soft" step={-1} figures>
      {dueDate !== null && (
        <span>
          Due <Instant at={dueDate} />
        </span>
      )}
      <span>{responsesInWords(responseCount)}</span>
      <Text as="span" breaks>
        By {createdByName}
        {open && ` (${writerWords(createdByRole)})`}, <RelativeTime at={createdAt} />
      </Text>
      {completedAt !== null && (
        <span>
          Completed <RelativeTime at={completedAt} />
        </span>
      )}
    </Row>
  )
}
