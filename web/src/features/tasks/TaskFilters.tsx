import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { taskAssignees, taskPriorities, taskStatuses } from '@nation/domain/tasks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button, Columns, Row, Stack } from '../../ui'
import { Choices } from '../../ui/kit/Choices'
import { PersonPicker } from '../citizens'
import classes from './TaskCard.module.css'
import { listsOpenFirst, type Show, type TaskFilter, type useFilter } from './filters'
import { assigneeWords, priorityWords, statusWords } from './task-words'

interface Props {
  filter: TaskFilter
  change: ReturnType<typeof useFilter>['change']
  byPerson: boolean
}

const shows: readonly { readonly id: Show; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'mine', label: 'Mine' },
  { id: 'overdue', label: 'Overdue' },
  { id: 'person', label: 'By Person' },
]

const offices = [
  { value: '', label: 'Any role' },
  ...taskAssignees.map((value) => ({ value, label: assigneeWords(value) })),
]
const priorities = [
  { value: '', label: 'Any priority' },
  ...taskPriorities.map((value) => ({ value, label: priorityWords[value] })),
]
const statuses = taskStatuses.map((value) => ({ value, label: statusWords[value] }))

/** Which tasks are shown (requirements 2.6: By Person is for administrators). */
export function TaskFilters({ filter, change, byPerson }: Props) {
  const { show, assignedTo, priority, status, person } = filter
  const set = [assignedTo, priority, status].filter((one) => one !== null).length
  // A phone has them folded, so that tasks come first; what is set is seen.
  const [unfolded, setUnfolded] = useState(set > 0)
  const id = useId()
  const asksFirst = show === 'person' && person === null
  return (
    <Stack gap={3} as="section" aria-label="Filters">
      <Row gap={2} align="center" className={classes.which}>
        <Choices
          legend="Which tasks"
          choices={byPerson ? shows : shows.filter(({ id }) => id !== 'person')}
          chosen={show}
          choose={(id) => change({ show: id === 'all' ? null : id, person: null })}
        />
        {!asksFirst && (
          <Button
            variant="default"
            size="sm"
            className={classes.more}
            aria-label={set > 0 ? `More filters, ${set} set` : 'More filters'}
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            <IconAdjustmentsHorizontal size={20} aria-hidden="true" />
            {set > 0 && <span aria-hidden="true">&nbsp;{set}</span>}
          </Button>
        )}
      </Row>
      {show === 'person' && (
        <PersonPicker chosen={person} choose={(uid) => change({ person: uid })} words={(name) => `By ${name}`} />
      )}
      <Columns
        narrowest="9rem"
        gap={3}
        id={id}
        className={classes.selects}
        data-unfolded={unfolded || undefined}
        hidden={asksFirst}
      >
        <NativeSelect
          className={classes.role}
          label="Role"
          value={assignedTo ?? ''}
          data={offices}
          onChange={(event) => change({ role: event.currentTarget.value })}
        />
        <NativeSelect
          label="Priority"
          value={priority ?? ''}
          data={priorities}
          onChange={(event) => change({ priority: event.currentTarget.value })}
        />
        <NativeSelect
          label="Status"
          value={status ?? ''}
          data={[{ value: '', label: listsOpenFirst(filter) ? 'Any, open first' : 'Any status' }, ...statuses]}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </Columns>
    </Stack>
  )
}
