import type { GovernmentRole } from '@nation/domain/permissions'
import { weekOf } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import { beforeEach, describe, expect, it } from 'vitest'
import { Citizen } from '../citizens'
import { resign, updateMemberRole } from './appointments.service'
import { takeStep } from '../elections/rollover/steps'
import { change, type CitizenContext } from '../platform'
import { aCandidate, aCitizen, anElection, anOfficial, aPoll, as, emptyTables, useTestNation, vote } from '../testing'

const nation = useTestNation({ poolSize: 12 })
const repeats = 20
const rounds = Array.from({ length: repeats }, (_, round) => round)

beforeEach(() => nation.clock.set(new Date('2026-01-06T12:00:00.000Z')))

const official = (office: GovernmentRole) => anOfficial(nation.database, office, { from: nation.clock.now() })
const again = (one: Citizen) => nation.database.getRepository(Citizen).findOneByOrFail({ id: one.id })

interface Outcome {
  readonly done: boolean
  readonly code?: string
  readonly sentence?: string
}

/** A refusal by rule is an outcome, too; anything else fails the test. */
async function tried(by: Citizen, service: (ctx: CitizenContext) => Promise<unknown>): Promise<Outcome> {
  try {
    await as(nation.runtime, by, service)
    return { done: true }
  } catch (error) {
    if (error instanceof NationError && error.code !== 'busy') {
      return { done: false, code: error.code, sentence: error.message }
    }
    throw error
  }
}

const appoint = (by: Citizen, member: Citizen, governmentRole: GovernmentRole) =>
  tried(by, (ctx) => updateMemberRole(ctx, { userId: member.uid, governmentRole }))
const remove = (by: Citizen, member: Citizen) =>
  tried(by, (ctx) => updateMemberRole(ctx, { userId: member.uid, governmentRole: 'citizen' }))
const leaveOffice = (official: Citizen, office: GovernmentRole) => tried(official, (ctx) => resign(ctx, { office }))

const entries = async (...kinds: readonly string[]) =>
  nation.database.query<{ id: string; kind: string }[]>('SELECT id, kind FROM journal WHERE kind IN (?) ORDER BY id', [
    kinds,
  ])

/** Who holds what by the running terms, which must be what the citizens' rows say. */
async function seats(): Promise<Partial<Record<GovernmentRole, string>>> {
  const terms = await nation.database.query<{ office: GovernmentRole; uid: string }[]>(
    `SELECT t.active_office AS office, c.uid FROM terms t JOIN citizens c ON c.id = t.active_citizen_id
     WHERE t.ended_at IS NULL ORDER BY 1`,
  )
  const citizens = await nation.database.query<{ office: GovernmentRole; uid: string }[]>(
    'SELECT government_role AS office, uid FROM citizens WHERE government_role IS NOT NULL ORDER BY 1',
  )
  expect(citizens).toEqual(terms)
  return Object.fromEntries(terms.map(({ office, uid }) => [office, uid]))
}

describe('Two who appoint at the same moment', () => {
  it.each(rounds)('to one seat: one wins, the other reads who did (%i)', async () => {
    const [president, admin] = [await official('president'), await aCitizen(nation.database, { isAdmin: true })]
    const [vera, milo] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const outcomes = await Promise.all([appoint(president, vera, 'secretary'), appoint(admin, milo, 'secretary')])
    const [winner, by] = outcomes[0].done ? [vera, president] : [milo, admin]
    const loser = outcomes.find(({ done }) => !done)
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1)
    expect(loser).toMatchObject({ code: 'office_taken' })
    expect(loser?.sentence).toBe(
      `This office is held by ${winner.username}, appointed by ${by.username}. Remove them first.`,
    )
    expect(await seats()).toMatchObject({ secretary: winner.uid })
    expect(await entries('government.appointed')).toHaveLength(1)
  })

  it.each(rounds)('one member to two seats: the member holds one of them (%i)', async () => {
    const [president, admin] = [await official('president'), await aCitizen(nation.database, { isAdmin: true })]
    const vera = await aCitizen(nation.database)
    const outcomes = await Promise.all([appoint(president, vera, 'secretary'), appoint(admin, vera, 'justiceMinister')])
    expect(outcomes.map(({ code }) => code ?? 'done').toSorted()).toEqual(['already_official', 'done'])
    expect(await seats()).toMatchObject({ [outcomes[0].done ? 'secretary' : 'justiceMinister']: vera.uid })
  })
})

describe('Appointments while the elected government is seated', () => {
  /** The old president is in office, and the election that has ended is counted: its next step seats the winner. */
  async function counted() {
    await emptyTables(nation.database)
    const election = await anElection(nation.runtime)
    const old = await official('president')
    const { citizen: elected, id } = await aCandidate(nation.runtime, 'secretary')
    await vote(nation.runtime, await aCitizen(nation.database), id)
    const { endsAt } = weekOf(nation.clock.now())
    nation.clock.set(endsAt)
    const step = (name: 'close-phase-one' | 'count' | 'seat') =>
      change(nation.runtime, {}, (ctx) => takeStep(ctx, { step: name, electionId: election.id, dueAt: endsAt }))
    await step('close-phase-one')
    await step('count')
    return { old, elected, seat: () => step('seat') }
  }

  it.each(rounds)('come before it or after it: seats and roles are one truth (%i)', async (round) => {
    const { old, elected, seat } = await counted()
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const [vera, milo, nora] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database),
    ]
    const appointments = () => [
      appoint(old, vera, 'raidMinister'),
      appoint(admin, milo, 'secretary'),
      appoint(admin, nora, 'financeMinister'),
    ]
    const all = round % 2 === 0 ? [seat(), ...appointments()] : [...appointments(), seat()]
    const outcomes = (await Promise.all(all)).filter((outcome) => outcome !== undefined)
    const held = await seats()
    expect(held).toMatchObject({ secretary: elected.uid })
    expect(held.president).toBeUndefined()
    const [byOld, toElected, toVacant] = outcomes as [Outcome, Outcome, Outcome]
    expect(['seats_changing', 'president_only']).toContain(byOld.code)
    expect(['seats_changing', 'office_taken']).toContain(toElected.code)
    expect(held.financeMinister).toBe(toVacant.done ? nora.uid : undefined)
    if (!toVacant.done) expect(toVacant.code).toBe('seats_changing')
    // Once seated, the administrator's appointment to what is vacant holds.
    if (!toVacant.done) expect(await appoint(admin, nora, 'financeMinister')).toEqual({ done: true })
  })

  it.each(rounds)('that came before it end with it (%i)', async (round) => {
    const { elected, seat } = await counted()
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const vera = await aCitizen(nation.database)
    // The clock of the process that appoints is a little behind.
    const behind = new Date(nation.clock.now().getTime() - 1)
    const runtime = { ...nation.runtime, clock: { ...nation.runtime.clock, now: () => behind } }
    const appointing = () =>
      as(runtime, admin, (ctx) => updateMemberRole(ctx, { userId: vera.uid, governmentRole: 'financeMinister' }))
    await Promise.all(round % 2 === 0 ? [appointing(), seat()] : [seat(), appointing()])
    const held = await seats()
    expect(held.secretary).toBe(elected.uid)
    const [term] = await nation.database.query<{ ended_how: string | null }[]>(
      `SELECT ended_how FROM terms WHERE office = 'financeMinister'`,
    )
    expect(held.financeMinister).toBe(term?.ended_how === null ? vera.uid : undefined)
  })
})

describe('A removal', () => {
  it.each(rounds)('and the removed one’s own poll: the poll came before it, or there is none (%i)', async (round) => {
    await emptyTables(nation.database)
    const [president, secretary] = [await official('president'), await official('secretary')]
    const asking = async (): Promise<Outcome> => {
      try {
        await aPoll(nation.runtime, secretary)
        return { done: true }
      } catch (error) {
        if (error instanceof NationError) return { done: false, code: error.code }
        throw error
      }
    }
    const both =
      round % 2 === 0 ? [asking(), remove(president, secretary)] : [remove(president, secretary), asking()].toReversed()
    const [asked, removed] = (await Promise.all(both)) as [Outcome, Outcome]
    expect(removed.done).toBe(true)
    const events = (await entries('polls.created', 'government.removed')).map(({ kind }) => kind)
    expect(events).toEqual(asked.done ? ['polls.created', 'government.removed'] : ['government.removed'])
    if (!asked.done) expect(asked.code).toBe('forbidden')
    // Who was identified before the removal, and comes after it, is refused.
    await expect(aPoll(nation.runtime, secretary)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await again(secretary)).toMatchObject({ governmentRole: null })
  })

  it.each(rounds)('and a resignation: one of them ended the term (%i)', async (round) => {
    await emptyTables(nation.database)
    const [president, secretary] = [await official('president'), await official('secretary')]
    const deeds = [() => leaveOffice(secretary, 'secretary'), () => remove(president, secretary)] as const
    const outcomes = await Promise.all(
      round % 2 === 0 ? deeds.map((deed) => deed()) : [...deeds].toReversed().map((deed) => deed()),
    )
    const [resigned, removed] = (round % 2 === 0 ? outcomes : outcomes.toReversed()) as [Outcome, Outcome]
    expect([resigned.done, removed.done].filter(Boolean)).toHaveLength(1)
    expect(resigned.done ? removed.code : resigned.code).toBe(resigned.done ? 'no_office' : 'not_in_office')
    const [term] = await nation.database.query<{ ended_how: string; ended_by: string | null }[]>(
      `SELECT ended_how, ended_by FROM terms WHERE office = 'secretary'`,
    )
    expect(term).toEqual(
      resigned.done ? { ended_how: 'resigned', ended_by: null } : { ended_how: 'removed', ended_by: president.id },
    )
    const events = await entries('government.resigned', 'government.removed')
    expect(events.map(({ kind }) => kind)).toEqual([resigned.done ? 'government.resigned' : 'government.removed'])
    expect(await seats()).toEqual({ president: president.uid })
  })

  it.each(rounds)(
    'of the president, and the president’s own appointment: the appointment was the president’s (%i)',
    async () => {
      await emptyTables(nation.database)
      const [president, admin] = [await official('president'), await aCitizen(nation.database, { isAdmin: true })]
      const vera = await aCitizen(nation.database)
      const [appointed, removed] = await Promise.all([appoint(president, vera, 'secretary'), remove(admin, president)])
      expect(removed.done).toBe(true)
      const events = (await entries('government.appointed', 'government.removed')).map(({ kind }) => kind)
      expect(events).toEqual(appointed.done ? ['government.appointed', 'government.removed'] : ['government.removed'])
      if (!appointed.done) expect(appointed.code).toBe('president_only')
      expect(Object.keys(await seats())).toEqual(appointed.done ? ['secretary'] : [])
    },
  )
})
