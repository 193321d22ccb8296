import { describe, expect, it } from 'vitest'
import type { Roles } from '../permissions'
import {
  canAnswerTask,
  canChangeTask,
  canSetStatus,
  dueDatePossible,
  dueInstant,
  isOfOffice,
  isOverdue,
  nextReminder,
  taskLimits,
  taskTextsComplete,
  taskWriter,
} from '.'

const now = new Date('2026-01-06T12:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000

describe('A task', () => {
  it('needs a title and a description', () => {
    expect(taskTextsComplete({ title: 'Light', description: 'the steps' }).allowed).toBe(true)
    for (const texts of [
      { title: ' ', description: 'the steps' },
      { title: 'Light', description: '\n' },
    ])
      expect(taskTextsComplete(texts)).toMatchObject({ code: 'task_fields_missing' })
  })

  it('is due in the future, within a year, or not at all', () => {
    for (const dueAt of [null, later(1), later(taskLimits.longestMs)])
      expect(dueDatePossible(dueAt, now).allowed).toBe(true)
    for (const dueAt of [now, later(-1), later(taskLimits.longestMs + 1)])
      expect(dueDatePossible(dueAt, now)).toMatchObject({ code: 'task_due_invalid' })
  })

  it('is overdue from its due instant on, as long as it is open', () => {
    expect(isOverdue({ status: 'open', dueAt: later(1) }, now)).toBe(false)
    expect(isOverdue({ status: 'open', dueAt: now }, now)).toBe(true)
    expect(isOverdue({ status: 'open', dueAt: null }, now)).toBe(false)
    expect(isOverdue({ status: 'completed', dueAt: later(-1) }, now)).toBe(false)
    expect(isOverdue({ status: 'deleted', dueAt: later(-1) }, now)).toBe(false)
  })

  it('takes a response while it is open, and not a blank one', () => {
    expect(canAnswerTask({ status: 'open' }, 'Done').allowed).toBe(true)
    expect(canAnswerTask({ status: 'open' }, ' ')).toMatchObject({ code: 'task_response_missing' })
    expect(canAnswerTask({ status: 'completed' }, 'Done')).toMatchObject({ code: 'task_completed' })
    expect(canAnswerTask({ status: 'deleted' }, 'Done')).toMatchObject({ code: 'task_deleted' })
  })

  it('is edited while it is open, and completed or reopened until it is deleted', () => {
    expect(canChangeTask({ status: 'open' }).allowed).toBe(true)
    expect(canChangeTask({ status: 'completed' })).toMatchObject({ code: 'task_completed' })
    expect(canSetStatus({ status: 'completed' }).allowed).toBe(true)
    expect(canSetStatus({ status: 'deleted' })).toMatchObject({ code: 'task_deleted' })
  })

  it('for all officials is every official’s, one for an office is its holder’s alone', () => {
    expect(isOfOffice('all', 'raidMinister')).toBe(true)
    expect(isOfOffice('raidMinister', 'raidMinister')).toBe(true)
    expect(isOfOffice('secretary', 'raidMinister')).toBe(false)
    expect(isOfOffice('all', null)).toBe(false)
  })
})

describe('The author', () => {
  const standing = (facts: Partial<Roles>): Roles => ({
    ...{ role: 'citizen', governmentRole: null, isAdmin: false, isSuperAdmin: false },
    ...facts,
  })
  it('is named by the office first, then as administrator, then as citizen', () => {
    expect(taskWriter(standing({ governmentRole: 'secretary', isAdmin: true }))).toBe('secretary')
    expect(taskWriter(standing({ isSuperAdmin: true }))).toBe('admin')
    expect(taskWriter(standing({}))).toBe('citizen')
  })
})

describe('The reminders of a due date', () => {
  it('are a day before it and at its instant, one after the other', () => {
    const dueAt = later(3 * day)
    const first = nextReminder(dueAt, now)
    expect(first).toEqual({ kind: 'day-before', at: later(2 * day) })
    const second = nextReminder(dueAt, first!.at)
    expect(second).toEqual({ kind: 'due', at: dueAt })
    expect(nextReminder(dueAt, second!.at)).toBeNull()
  })

  it('are one alone where the day before has begun already, and none without a due date', () => {
    expect(nextReminder(later(day), now)).toEqual({ kind: 'due', at: later(day) })
    expect(nextReminder(later(day + 1), now)?.kind).toBe('day-before')
    expect(nextReminder(null, now)).toBeNull()
  })
})

describe('A due date as clients write it', () => {
  it('is an instant, an instant in ISO 8601, a day, which is due when it is over, or none', () => {
    expect(dueInstant(now.getTime())).toBe(now.getTime())
    expect(dueInstant('2026-01-06T13:00:00+01:00')).toBe(now.getTime())
    expect(dueInstant('2026-01-06')).toBe(Date.UTC(2026, 0, 7))
    expect(dueInstant('')).toBeNull()
    expect(dueInstant(null)).toBeNull()
  })
})
