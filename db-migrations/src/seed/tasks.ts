import { type CitizenContext, column, fixedClock, readRows } from '@nation/core/platform'
import { createTask, deleteTask, remindOfTasks, submitTaskResponse, updateTaskStatus } from '@nation/core/tasks'
import type { GovernmentRole } from '@nation/domain/permissions'
import { PERSONA_HANDLES } from '@nation/demo'
import type { ElectionDates } from '@nation/domain/elections'
import { reminderAt, reminderKinds, type TaskAssignee, type TaskPriority } from '@nation/domain/tasks'
import { after, day, hour } from './calendar'
import type { World } from './world'

/** A response of the demo nation: by the office's holder at that time; by the administrator for a vacant office. */
interface PlannedResponse {
  readonly at: Date
  readonly office: GovernmentRole
  readonly answer: string
  /** How many pictures it shows. */
  readonly images?: number
}

interface PlannedTask {
  readonly at: Date
  readonly by: GovernmentRole
  readonly title: string
  readonly description: string
  readonly assignedTo: TaskAssignee
  readonly priority: TaskPriority
  readonly dueAt: Date | null
  readonly responses: readonly PlannedResponse[]
  /** How it ends, and when; null while it is open. */
  readonly ends: { readonly how: 'completed' | 'deleted'; readonly at: Date } | null
}

/** Tasks in every state, whatever the clock says: completed, deleted, overdue, open with and without a due date. */
function plannedTasks(weeks: readonly ElectionDates[]): PlannedTask[] {
  const [first, second, third, open] = weeks.map(({ startsAt }) => startsAt) as [Date, Date, Date, Date]
  return [
    {
      at: after(second, 9 * hour),
      by: 'president',
      title: 'Publish what the first week cost',
      description: 'One page: what came in, what was paid, what is left. Everybody can check it against the ledger.',
      assignedTo: 'financeMinister',
      priority: 'high',
      dueAt: after(second, 4 * day),
      responses: [
        {
          at: after(second, 2 * day),
          office: 'financeMinister',
          answer: 'The page is ready, with the chart.',
          images: 1,
        },
        { at: after(second, 2 * day + 3 * hour), office: 'president', answer: 'Good. Link it from the bank.' },
      ],
      ends: { how: 'completed', at: after(second, 3 * day) },
    },
    {
      at: after(second, 30 * hour),
      by: 'secretary',
      title: 'Test, please ignore',
      description: 'Only to see whether it works.',
      assignedTo: 'all',
      priority: 'normal',
      dueAt: null,
      responses: [],
      ends: { how: 'deleted', at: after(second, 31 * hour) },
    },
    {
      at: after(third, 10 * hour),
      by: 'primeMinister',
      title: 'Count the lamps on the harbour steps',
      description:
        'Half of them are dark. Walk down after ten in the evening, count them, and photograph those that need a new mast.\nThe Ministry of Development orders what is missing.',
      assignedTo: 'developmentMinister',
      priority: 'urgent',
      dueAt: after(third, 5 * day),
      responses: [
        {
          at: after(third, 3 * day),
          office: 'developmentMinister',
          answer: 'Eleven of twenty-four are dark, three masts are bent. Pictures of the three.',
          images: 3,
        },
      ],
      ends: null,
    },
    {
      at: after(third, 4 * day + 8 * hour),
      by: 'creativityMinister',
      title: 'Choose the drawings for the summer stamps',
      description: 'Six drawings came in. Say which three you would print, and why.',
      assignedTo: 'all',
      priority: 'normal',
      dueAt: after(open, 11 * day),
      responses: [
        { at: after(third, 5 * day), office: 'marketingMinister', answer: 'The bridge, the ferry and the lighthouse.' },
        {
          at: after(third, 5 * day + hour),
          office: 'raidMinister',
          answer: 'The ferry. I would print it three times.',
        },
        {
          at: after(third, 6 * day),
          office: 'citizensMinister',
          answer: 'Ask the citizens: make it a poll.',
          images: 1,
        },
      ],
      ends: null,
    },
    {
      at: after(open, 8 * hour),
      by: 'president',
      title: 'Answer the harbour interview',
      description: 'Read all responses, and write on one page what the cabinet should decide.',
      assignedTo: 'secretary',
      priority: 'high',
      dueAt: after(open, 9 * day),
      responses: [],
      ends: null,
    },
    {
      at: after(first, 4 * day),
      by: 'president',
      title: 'Keep the office’s handbook',
      description: 'Whoever comes next should find what you wish you had been told.',
      assignedTo: 'all',
      priority: 'normal',
      dueAt: null,
      responses: [
        { at: after(third, 2 * hour), office: 'secretary', answer: 'Mine has a first chapter: “Where the keys are”.' },
      ],
      ends: null,
    },
  ]
}

/** What the demo nation does with its tasks: gives, answers, completes, deletes, and is reminded of them. */
export function taskDeeds(weeks: readonly ElectionDates[]) {
  return plannedTasks(weeks).flatMap((task) => {
    const given = { id: '', by: '' }
    const { dueAt, ends } = task
    const reminders = dueAt === null ? [] : reminderKinds.map((kind) => after(reminderAt(kind, dueAt), 1_100))
    return [
      { at: task.at, done: (world: World) => give(world, task, given) },
      ...task.responses.map((response) => ({
        at: response.at,
        done: (world: World) => respond(world, response, given.id),
      })),
      ...reminders.map((at) => ({
        at,
        done: (world: World) =>
          remindOfTasks({ database: world.database, clock: fixedClock(at), nudge: () => undefined }),
      })),
      ...(ends ? [{ at: ends.at, done: (world: World) => end(world, ends, given) }] : []),
    ]
  })
}

async function give(world: World, task: PlannedTask, given: { id: string; by: string }): Promise<void> {
  const { title, description, assignedTo, priority, dueAt } = task
  const dueDate = dueAt?.getTime() ?? null
  given.by = await holderOf(world, task.by)
  const { taskId } = await world.act(task.at, given.by, (ctx) =>
    createTask(ctx, { title, description, assignedTo, priority, dueDate }),
  )
  given.id = taskId
}

async function respond(world: World, { at, office, answer, images = 0 }: PlannedResponse, taskId: string) {
  const pictures = [...world.pictures.values()].flatMap(({ attachments }) => Object.values(attachments).flat())
  const who = await holderOf(world, office)
  await world.act(at, who, (ctx) => submitTaskResponse(ctx, { taskId, answer, images: pictures.slice(0, images) }))
}

async function end(
  world: World,
  { how, at }: NonNullable<PlannedTask['ends']>,
  { id: taskId, by }: { readonly id: string; readonly by: string },
): Promise<void> {
  await world.act<unknown>(at, by, (ctx: CitizenContext) =>
    how === 'deleted' ? deleteTask(ctx, { taskId }) : updateTaskStatus(ctx, { taskId, status: 'completed' }),
  )
}

/** The handle of an office's present holder; the administrator's for a vacant office. */
export async function holderOf(world: World, office: GovernmentRole): Promise<string> {
  const [holder] = await readRows(
    world.database,
    { handle: column.text },
    'SELECT handle FROM citizens WHERE government_role = ?',
    [office],
  )
  return holder?.handle ?? PERSONA_HANDLES.admin
}
