import { randomUUID } from 'node:crypto'
import type { Call } from '@nation/domain/contract'
import type { Citizen } from '@nation/core/citizens'
import { advanceElections, createCandidate } from '@nation/core/elections'
import { directPosts, postToGroup, startConversation } from '@nation/core/messenger'
import { change, runBatch, type CitizenContext, type Runtime } from '@nation/core/platform'
import {
  aCitizen,
  anInterview,
  aPoll,
  aTask,
  emptyTables,
  publishGazette,
  restoreRows,
  saveRows,
  signedIn,
  type SavedRows,
} from '@nation/core/testing'
import type { DataSource } from 'typeorm'
import { formOf, type Answer, type Sent, type TestApi } from '.'

const exampleElection = '01890a5d-ac96-774b-bcce-b302099a8057'
/** The candidate of the contracts' examples. */
export const exampleCandidate = '01890a5d-ac96-774b-bcce-b302099a8058'
const exampleInterview = '01890a5d-ac96-774b-bcce-b302099a8059'
const exampleQuestion = '01890a5d-ac96-774b-bcce-b302099a805a'
const examplePoll = '01890a5d-ac96-774b-bcce-b302099a8060'
const exampleOption = '01890a5d-ac96-774b-bcce-b302099a8061'

const exampleTask = '01890a5d-ac96-774b-bcce-b302099a8070'
const exampleConversation = '01890a5d-ac96-774b-bcce-b302099a8070'
/** A message of an administrator in the group of citizens. */
const exampleMessage = '01890a5d-ac96-774b-bcce-b302099a8071'

/** Who owns what the contracts' examples speak of. */
export interface ExampleNation {
  readonly candidate: Citizen
  /** An administrator, who made the poll and the task. */
  readonly pollMaker: Citizen
}

/** The example nations that were made so far, by the database that they were made in. */
const made = new WeakMap<
  DataSource,
  { readonly at: number; readonly example: ExampleNation; readonly rows: SavedRows }
>()

/**
 * Makes the nation one in which an election is open, with the candidate, interview, poll and task of the contracts' examples. It is
 * made once in each file; from then on its rows are put back, which takes a tenth of the statements.
 */
export async function exampleNation(api: TestApi): Promise<ExampleNation> {
  const { database, clock } = api.nation
  const at = clock.now().getTime()
  const known = made.get(database)
  if (known?.at === at) {
    await restoreRows(database, known.rows)
    return known.example
  }
  const example = await makeExampleNation(api)
  made.set(database, { at, example, rows: await saveRows(database) })
  return example
}

async function makeExampleNation({ nation: { database, runtime } }: TestApi): Promise<ExampleNation> {
  await emptyTables(database)
  await advanceElections(runtime)
  const candidate = await aCitizen(database)
  const campaign = {
    displayName: 'Ada',
    bio: 'Bio',
    campaignSlogan: 'Slogan',
    vision: 'Vision',
    whyVoteForMe: 'Why',
    position: 'president',
  } as const
  await change(runtime, { caller: signedIn(candidate) }, (ctx) => createCandidate(ctx as CitizenContext, campaign))
  await database.query('UPDATE candidacies SET uid = ?', [exampleCandidate])
  await anEarlierProgramme(database, campaign)
  await database.query('UPDATE elections SET uid = ?', [exampleElection])
  const pollMaker = await aCitizen(database, { isAdmin: true })
  await anInterview(runtime, pollMaker, { questions: [{ question: 'What do you miss there?' }] })
  await database.query('UPDATE interviews SET uid = ?', [exampleInterview])
  await database.query('UPDATE interview_questions SET uid = ?', [exampleQuestion])
  const { id } = await aPoll(runtime, pollMaker)
  await database.query('UPDATE poll_options SET uid = ? WHERE place = 1', [exampleOption])
  await database.query('UPDATE polls SET uid = ? WHERE uid = ?', [examplePoll, id])
  await aTask(runtime, pollMaker)
  await database.query('UPDATE tasks SET uid = ?', [exampleTask])
  await converse(runtime, candidate, pollMaker)
  await publishGazette(runtime)
  return { candidate, pollMaker }
}

/** What the candidate said before an edit. */
async function anEarlierProgramme(database: DataSource, said: object): Promise<void> {
  const left = { title: null, experience: null, policies: null, qualifications: null, twitter: null, discord: null }
  const files = { website: null, profilePicture: null, bannerImage: null, attachments: {} }
  await database.query(
    `INSERT INTO programme_versions (candidacy_id, number, programme, changed, votes, replaced_at)
     SELECT id, 1, ?, '["bio"]', 0, stood_at FROM candidacies`,
    [JSON.stringify({ ...said, goals: [], promises: [], ...left, ...files, bio: 'Earlier bio' })],
  )
}

/** The candidate writes to the administrator, who has not read it, and the administrator to the group of citizens. */
async function converse(runtime: Runtime, candidate: Citizen, admin: Citizen): Promise<void> {
  await change(runtime, { caller: signedIn(candidate) }, async (ctx) => {
    const { conversationId } = await startConversation(ctx as CitizenContext, { recipientId: admin.uid })
    const input = { conversationId, message: 'Are you there?', clientId: undefined, replyTo: undefined }
    return runBatch(ctx, directPosts, [{ caller: signedIn(candidate), input }])
  })
  await runtime.database.query('UPDATE conversations SET uid = ? WHERE channel IS NULL', [exampleConversation])
  await change(runtime, {}, (ctx) => {
    const input = { groupId: 'citizens', message: 'Good morning.', clientId: undefined, replyTo: undefined } as const
    return postToGroup(ctx, [{ caller: signedIn(admin), input }])
  })
  await runtime.database.query(
    'UPDATE messages m JOIN conversations v ON v.id = m.conversation_id SET m.uid = ? WHERE v.channel IS NOT NULL',
    [exampleMessage],
  )
}

export interface ExampleSent extends Sent {
  /** Fields besides the example's, or instead of them. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** Sends a call with its example, as its contract says: fields of the path there, those of a GET or DELETE in the query. */
export function sendExample(api: TestApi, call: Call, { input, ...sent }: ExampleSent = {}): Promise<Answer> {
  const given = Object.entries({ ...call.example, ...input }).filter(([, value]) => value !== undefined)
  const rest: Record<string, unknown> = Object.fromEntries(given)
  const where = call.canonical.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    Reflect.deleteProperty(rest, name)
    return encodeURIComponent(value)
  })
  if (call.method === 'GET' || call.method === 'DELETE') {
    const query = new URLSearchParams(
      Object.entries(rest).map(([name, value]) => [name, String(value)] as [string, string]),
    )
    return api.send(call.method, `${where}?${query.toString()}`, sent)
  }
  return api.send(call.method, where, { ...sent, body: call.body === 'multipart' ? formOf(rest) : rest })
}

/** A key that no request had before. */
export const aKey = (): string => randomUUID()
