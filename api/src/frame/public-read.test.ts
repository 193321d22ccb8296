import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { allCalls, ownPartOf, type Call, type CallId, type OwnPlan } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { aCitizen, anOfficial } from '@nation/core/testing'
import { describe, expect, it } from 'vitest'
import { bindings } from '../bindings'
import { useTestApi } from '../testing'
import { exampleCandidate, exampleNation, sendExample } from '../testing/example-nation'

const api = useTestApi({ answersAge: false })
const calls = allCalls as readonly Call[]
const callNamed = (id: string) => calls.find((call) => call.id === id) as Call
const shared = calls.filter((call) => bindings[call.id as CallId]?.shared)

/** Reading calls that are not shared, and why. */
const notShared: Readonly<Record<string, string>> = {
  'auth.x-login': 'begins a sign-in of one browser',
  'auth.x-callback': 'ends it',
  'citizens.page': 'its citizen may close it at any moment: after that no shared answer is given',
  'user.deletion-status': 'progress of one deletion, asked by the one who has its id',
  'elections.export': 'a file; its results come from the shared answer',
  'bank.export-payments': 'a file',
  'gazette.feed': 'a file; its entries come from the shared answer',
  'gazette.export': 'a file',
  'admin.verify': 'whether this very session is the panel’s',
  'system.health': 'how this process is at this moment',
  'system.settings': 'from memory: configuration and switches',
  'system.events': 'a stream',
  'system.openapi': 'from memory',
  'system.docs': 'from memory',
}

const strip = (value: unknown, plan: OwnPlan): unknown => {
  if (plan.kind === 'list') return (value as unknown[]).map((one) => strip(one, plan.each))
  const fields = Object.entries(value as object).filter(([name]) => !plan.own.includes(name))
  return Object.fromEntries(
    fields.map(([name, field]) => [name, plan.inside[name] ? strip(field, plan.inside[name]) : (field as unknown)]),
  )
}
/** The part of an answer that is the same for everybody, as text. */
const publicPart = (call: Call, body: unknown): string => {
  const part = ownPartOf(call.output)
  return JSON.stringify(part ? strip(body, part.plan) : body)
}

/** What a shared call must be asked, so that the example nation has an answer. */
const asks = (candidate: Citizen): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  'user.get-user': { uid: candidate.uid },
  'members.get-official': { id: candidate.uid },
  'government.promises': { id: candidate.uid },
  'candidates.past': { citizenId: candidate.uid },
})

it('Every reading call that is open to anyone is shared, or it is said here why not', () => {
  const open = calls.filter((call) => call.method === 'GET' && call.access === 'anyone')
  const others = open.filter((call) => !bindings[call.id as CallId]?.shared).map((call) => call.id)
  expect(others.toSorted()).toEqual(Object.keys(notShared).toSorted())
})

it('Only these fields of shared answers differ from one reader to the next', () => {
  const fields = (plan: OwnPlan): string[] =>
    plan.kind === 'list'
      ? fields(plan.each).map((field) => `[].${field}`)
      : [
          ...plan.own,
          ...Object.entries(plan.inside).flatMap(([name, inside]) => fields(inside).map((one) => `${name}.${one}`)),
        ]
  const marked = shared.flatMap((call) => {
    const part = ownPartOf(call.output)
    return part ? [[call.id, fields(part.plan).join(' ')]] : []
  })
  expect(Object.fromEntries(marked)).toMatchSnapshot()
})

it.each(shared.map((call) => [call.id, call] as const))(
  '%s has one public part for two citizens, an official, an administrator and a visitor, and no reader’s own fields in it',
  async (id, call) => {
    const { candidate, pollMaker } = await exampleNation(api)
    const { database } = api.nation
    await anOfficial(database, 'president', { from: api.nation.clock.now(), citizen: candidate })
    const [ada, ben] = [await aCitizen(database), await aCitizen(database)]
    const tokens = await Promise.all([ada, ben, candidate, pollMaker].map((citizen) => api.tokenOf(citizen)))
    const voted = [
      await sendExample(api, callNamed('polls.vote'), { token: tokens[0]! }),
      await sendExample(api, callNamed('votes.cast'), { token: tokens[0]!, input: { candidateId: exampleCandidate } }),
    ]
    expect(voted.map(({ status }) => status)).toEqual([200, 200])
    const ask = (token?: string) =>
      sendExample(api, call, { input: asks(candidate)[id] ?? {}, ...(token !== undefined && { token }) })
    // Ada first: what was computed for her is what the others are given.
    const [adas, bens, officials, admins, visitors] = [
      await ask(tokens[0]),
      await ask(tokens[1]),
      await ask(tokens[2]),
      await ask(tokens[3]),
      await ask(),
    ]
    const answers = [adas, bens, officials, admins, visitors]
    expect([id, ...answers.map(({ status }) => status)]).toEqual([id, 200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => publicPart(call, body))).size).toBe(1)
    // What everybody could read before Ada did anything is what visitors read still, and what Ben reads of himself.
    const own = (body: unknown) => JSON.stringify(body).match(/"(hasVoted|userVotedFor|isOwner)":true/g) ?? []
    expect(own(visitors.body)).toEqual([])
    expect(own(bens.body)).toEqual([])
    expect((await ask()).body).toEqual(visitors.body)
    if (id === 'user.get-user') expect(bens.body).toEqual(visitors.body)
    if (id === 'polls.get') expect(own(adas.body)).toEqual(['"hasVoted":true'])
    if (id === 'candidates.get') {
      expect(own(adas.body)).toEqual(['"userVotedFor":true'])
      expect(own(officials.body)).toEqual(['"isOwner":true'])
    }
  },
)

describe('What was taken away', () => {
  const built = '<!doctype html><html><head><!--head--><!--/head--></head><body></body></html>'
  const page = async (origin: string, where: string) => {
    const response = await fetch(`${origin}${where}`)
    return [response.status, /<title>(.*)<\/title>/.exec(await response.text())?.[1]]
  }

  it('is gone from the heads of pages of every process at once', async () => {
    await mkdir(api.webDir, { recursive: true })
    await writeFile(path.join(api.webDir, 'index.html'), built)
    const { candidate } = await exampleNation(api)
    const origins = [await api.another(), api.origin]
    const { interviewId } = callNamed('interviews.delete').example as { interviewId: string }
    const pages = [`/elections/candidate/${exampleCandidate}`, `/interviews/${interviewId}`]
    for (const origin of origins) {
      for (const where of pages) expect((await page(origin, where))[0]).toBe(200)
    }
    const admin = await aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
    const gone = [
      await sendExample(api, callNamed('candidates.delete'), { token: await api.tokenOf(candidate) }),
      await sendExample(api, callNamed('interviews.delete'), { token: await api.tokenOf(admin) }),
    ]
    expect(gone.map(({ status }) => status)).toEqual([200, 200])
    for (const origin of origins) {
      for (const where of pages) expect((await page(origin, where))[0]).toBe(404)
    }
  })

  it('as an office, is gone from the head of the former official’s page', async () => {
    await mkdir(api.webDir, { recursive: true })
    await writeFile(path.join(api.webDir, 'index.html'), built)
    const { candidate } = await exampleNation(api)
    await anOfficial(api.nation.database, 'justiceMinister', { from: api.nation.clock.now(), citizen: candidate })
    await api.nation.database.query(
      "UPDATE citizens SET role = 'government', government_role = 'justiceMinister' WHERE id = ?",
      [candidate.id],
    )
    const origins = [await api.another(), api.origin]
    const where = `/gov-official/${candidate.uid}`
    const before = await Promise.all(origins.map((origin) => page(origin, where)))
    const admin = await aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
    const removed = await sendExample(api, callNamed('members.update-role'), {
      token: await api.panelTokenOf(admin),
      input: { userId: candidate.uid, governmentRole: 'citizen' },
    })
    expect(removed.status).toBe(200)
    for (const [place, origin] of origins.entries()) expect(await page(origin, where)).not.toEqual(before[place])
  })

  it('as a feature, is refused by every process at once', async () => {
    await exampleNation(api)
    const origins = [await api.another(), api.origin]
    const ask = (origin: string) => sendExample(api, callNamed('candidates.list'), { origin })
    for (const origin of origins) expect((await ask(origin)).status).toBe(200)
    const admin = await aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true })
    const off = await sendExample(api, callNamed('system.set-feature'), {
      token: await api.panelTokenOf(admin),
      input: { feature: 'elections', enabled: false },
    })
    expect(off.status).toBe(200)
    for (const origin of origins) expect((await ask(origin)).body.code).toBe('feature_off')
  })
})
