import {
  adminPosts,
  deleteMessage,
  directPosts,
  editMessage,
  markAsRead,
  postToGroup,
  react,
  startConversation,
} from '@nation/core/messenger'
import { column, runBatch, readOne, type CitizenContext } from '@nation/core/platform'
import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import { officeInks, PERSONA_HANDLES as persona, sceneSvg } from '@nation/demo'
import type { ElectionDates } from '@nation/domain/elections'
import type { Channel, Reaction } from '@nation/domain/messenger'
import { mediaLimits } from '@nation/domain/media'
import path from 'node:path'
import type { EntityManager } from 'typeorm'
import { furtherAdministrators } from './administrators'
import { after, day, hour, minute } from './calendar'
import type { StorePicture } from './pictures'
import { holderOf } from './tasks'
import type { World } from './world'

/** The author: a citizen by handle, or an office's holder at that time. */
type Speaker = string | { readonly office: GovernmentRole }

interface Line {
  readonly by: Speaker
  readonly says: string
  /** The number of the line that it answers, from 1. */
  readonly replyTo?: number
  readonly reactions?: readonly (readonly [Speaker, Reaction])[]
  /** What it is edited to a minute later. */
  readonly edited?: string
  readonly deleted?: true
}

interface Talk {
  readonly from: Date
  /** Between two lines. */
  readonly pause: number
  readonly lines: readonly Line[]
}

const office = (role: GovernmentRole): Speaker => ({ office: role })
const [president, prime, secretary] = [office('president'), office('primeMinister'), office('secretary')]
const [finance, raids, development] = [office('financeMinister'), office('raidMinister'), office('developmentMinister')]

const [greta, takumi] = furtherAdministrators

/** Every persona is mentioned after they spoke last, so that each finds something unread. */
const citizens: readonly Line[] = [
  { by: persona.admin, says: 'Welcome to the citizens’ chat. Be kind, and stay with the matter.' },
  { by: persona.citizen, says: 'Good morning, nation! Is the ferry running in this wind?' },
  { by: persona.whale, says: 'It is. Twenty minutes late, and very wet.', replyTo: 2, reactions: [[persona.citizen, 'laugh'], [persona.candidate, 'laugh']] },
  { by: persona.newborn, says: 'Hello everybody, I am new here. Where do I see who governs?' },
  { by: persona.moderator, says: 'Under GOV STAFF. Nine cards, one for each office.', replyTo: 4, reactions: [[persona.newborn, 'thumbs-up']] },
  { by: persona.candidate, says: 'I drew the harbour steps with lamps on both sides.', reactions: [[persona.citizen, 'heart'], [persona.whale, 'heart'], [persona.minister, 'celebrate']] },
  { by: persona.minister, says: 'What would the masts cost?', replyTo: 6 },
  { by: persona.candidate, says: 'About 4000 for all twenty-four.', edited: 'About 3600 for all twenty-four; I counted two twice.' },
  { by: persona.whale, says: 'BUY BUY BUY', deleted: true },
  { by: persona.moderator, says: 'Not here, please.', replyTo: 9 },
  { by: persona.president, says: 'The cabinet talks about the lamps on Thursday. Who comes along?', reactions: [[persona.citizen, 'thumbs-up'], [persona.candidate, 'thumbs-up'], [persona.admin, 'celebrate']] },
  { by: persona.citizen, says: `I do. And @${persona.candidate}, bring the drawing! @${persona.whale}, the ferry leaves at nine.`, replyTo: 11 },
  { by: persona.minister, says: `@${persona.president} @${persona.moderator} Shall we make it a poll? @${persona.newborn} could vote for the first time.` },
  { by: persona.admin, says: `@${persona.citizen} @${persona.minister} The interview about the harbour is open, too.` },
  { by: 'astrid33', says: `Thank you, @${persona.admin}. See you on Thursday.`, reactions: [['eirik_bakke', 'thumbs-up']] },
] // oxfmt-ignore

const executives: readonly Line[] = [
  { by: president, says: 'Three things for this week: the lamps, the stamps, the treasury’s page.' },
  { by: prime, says: 'The lamps first. Half of the steps are dark.', reactions: [[president, 'thumbs-up']] },
  { by: secretary, says: 'I put them on the agenda. Who speaks?', replyTo: 2 },
  { by: prime, says: 'The Ministry of Development.' },
  { by: president, says: 'Good. Short, please: one page.', reactions: [[secretary, 'celebrate']] },
]

const government: readonly Line[] = [
  { by: president, says: 'The cabinet meets on Thursday at nine.' },
  { by: finance, says: 'The page about the first week’s cost is ready.', reactions: [[president, 'celebrate'], [raids, 'thumbs-up']] },
  { by: raids, says: 'May I bring a guest?', replyTo: 1 },
  { by: president, says: 'Yes.' },
  { by: development, says: 'Eleven of twenty-four lamps are dark.', edited: 'Eleven of twenty-four lamps are dark, three masts are bent.' },
  { by: finance, says: 'Then I set something aside for masts.', replyTo: 5, reactions: [[development, 'heart']] },
] // oxfmt-ignore

const admins: readonly Line[] = [
  { by: persona.admin, says: 'The election calendar is filled for the next three weeks.' },
  { by: greta, says: 'Thank you. Does the Thursday stay at twelve?', replyTo: 1 },
  { by: persona.admin, says: 'It does: noon for the first three offices, Monday for the ministries.', reactions: [[greta, 'thumbs-up'], [takumi, 'thumbs-up']] },
  { by: takumi, says: 'Two citizens asked me why their balance was read at night.' },
  { by: greta, says: 'I wrote them an answer. It may go on the rules’ page.', replyTo: 4, edited: 'I wrote them an answer. It could go on the rules’ page, with an example.' },
  { by: takumi, says: 'Please do. I was asked a third time just now.', reactions: [[greta, 'laugh']] },
  { by: persona.admin, says: 'The banner about the interview is up until Sunday.', reactions: [[takumi, 'celebrate']] },
  { by: greta, says: `@${persona.admin} Shall we close the oldest task, or wait for the answers?` },
] // oxfmt-ignore

const adminChat: readonly Line[] = [
  { by: persona.admin, says: 'To all officials: please answer open tasks before the week ends.' },
  { by: takumi, says: 'The ledger was checked this morning. It is right to the cent.' },
  { by: greta, says: 'Pictures in responses are welcome, four at most.' },
]

/** Two who talk. Who speaks first begins; a line of the other one accepts. */
const direct: readonly (readonly [first: string, second: string, lines: readonly Line[]])[] = [
  [persona.citizen, persona.whale, [
    { by: persona.citizen, says: 'May I ask how you won the harbour race?' },
    { by: persona.whale, says: 'By sleeping well.', replyTo: 1, reactions: [[persona.citizen, 'laugh']] },
    { by: persona.citizen, says: 'Then I shall never win.' },
    { by: persona.whale, says: `Come sailing on Sunday, @${persona.citizen}.` },
  ]],
  [persona.citizen, persona.minister, [
    { by: persona.citizen, says: 'Where can I read what the lamps cost?' },
    { by: persona.minister, says: 'On the bank’s page, from tomorrow on.' },
  ]],
  [persona.candidate, persona.president, [
    { by: persona.candidate, says: 'Could I show the cabinet my drawing?' },
    { by: persona.president, says: 'Gladly. Thursday at nine.', reactions: [[persona.candidate, 'celebrate']] },
    { by: persona.candidate, says: `Thank you, @${persona.president}!` },
  ]],
  [persona.moderator, persona.admin, [
    { by: persona.moderator, says: 'I took nothing down today but one advertisement.' },
    { by: persona.admin, says: `Well done, @${persona.moderator}.` },
  ]],
  // A stranger’s first message, which waits.
  [persona.newborn, persona.citizen, [{ by: persona.newborn, says: 'Hello Ada! You wrote about the ferry. Can I bring a bicycle?' }]],
] // oxfmt-ignore

/** What the demo nation says to each other: in the week before the open one, so that it was said whatever the clock says. */
export function talkDeeds(weeks: readonly ElectionDates[]) {
  const third = weeks[2]!.startsAt
  const groups: readonly (readonly [Channel, Talk])[] = [
    ['admins', { from: after(third, 8 * hour), pause: 3 * hour, lines: admins }],
    ['admin-chat', { from: after(third, 9 * hour), pause: day, lines: adminChat }],
    ['executives', { from: after(third, 10 * hour), pause: 7 * minute, lines: executives }],
    ['government', { from: after(third, day), pause: 11 * minute, lines: government }],
    ['citizens', { from: after(third, 5 * day), pause: 16 * minute, lines: citizens }],
  ]
  return [
    ...groups.flatMap(([channel, talk]) => deedsOf(talk, (world, line, at) => sayIn(world, channel, line, at))),
    ...direct.flatMap(([first, second, lines], place) => {
      const talk = { from: after(third, 6 * day + place * hour), pause: 4 * minute, lines }
      return deedsOf(talk, (world, line, at) => sayTo(world, [first, second], line, at))
    }),
    // Who mentions others has read everything before; the president has read what came after, too, but not all.
    {
      at: after(third, 5 * day + 4 * hour),
      done: (world: World) =>
        inOffice(world, after(third, 5 * day + 4 * hour), persona.president, (ctx) =>
          markAsRead(ctx, { conversationId: 'citizens', number: 12 }),
        ),
    },
  ].map(({ at, done }) => ({ at, done: async (world: World) => void (await done(world)) }))
}

type Say = (world: World, line: Line, at: Date) => Promise<string>

/** A deed for each line, one for what becomes of it a minute later, and one for each reaction. */
function deedsOf({ from, pause, lines }: Talk, say: Say) {
  return lines.flatMap((line, place) => {
    const at = after(from, place * pause)
    const said = { id: '' }
    const soon = after(at, minute)
    const later = async (world: World) => {
      const input = { messageId: said.id }
      const by = await handleOf(world, line.by)
      if (line.deleted) await inOffice(world, soon, by, (ctx) => deleteMessage(ctx, input))
      if (line.edited)
        await inOffice(world, soon, by, (ctx) => editMessage(ctx, { ...input, message: line.edited ?? '' }))
    }
    return [
      { at, done: async (world: World) => void (said.id = await say(world, line, at)) },
      ...(line.deleted || line.edited ? [{ at: soon, done: later }] : []),
      ...(line.reactions ?? []).map(([who, reaction], order) => {
        const given = after(soon, (order + 1) * 1_000)
        const done = async (world: World) =>
          void (await inOffice(world, given, await handleOf(world, who), (ctx) =>
            react(ctx, { messageId: said.id, reaction, on: true }),
          ))
        return { at: given, done }
      }),
    ]
  })
}

/** Makes a call as a citizen with the office and the rights that they have at that time. */
async function inOffice<T>(
  world: World,
  at: Date,
  handle: string,
  service: (ctx: CitizenContext) => Promise<T>,
): Promise<T> {
  const known = world.citizen(handle)
  const { government_role: governmentRole, is_admin: isAdmin } = await readOne(
    world.database,
    { government_role: column.oneOf(governmentRoles).nullable, is_admin: column.flag },
    'SELECT government_role, is_admin FROM citizens WHERE id = ?',
    [known.id],
  )
  const caller = { ...known, governmentRole, isAdmin }
  return world.at(at, caller, (ctx) => service({ ...ctx, caller }))
}

const handleOf = (world: World, speaker: Speaker): Promise<string> | string =>
  typeof speaker === 'string' ? speaker : holderOf(world, speaker.office)

/** Who writes has read what stands there: up to the last message, whatever its number. */
const allRead = Number.MAX_SAFE_INTEGER

async function sayIn(world: World, channel: Channel, line: Line, at: Date): Promise<string> {
  return inOffice(world, at, await handleOf(world, line.by), async (ctx) => {
    const { caller } = ctx
    const text = { message: line.says, clientId: undefined, readNumber: allRead }
    const [outcome] =
      channel === 'admin-chat'
        ? await runBatch(ctx, adminPosts, [{ caller, input: text }])
        : await postToGroup(ctx, [
            { caller, input: { ...text, groupId: channel, replyTo: line.replyTo, images: undefined } },
          ])
    return outcome?.answer?.messageId ?? Promise.reject(outcome?.refused ?? new Error('Nothing was said.'))
  })
}

async function sayTo(world: World, pair: readonly [string, string], line: Line, at: Date): Promise<string> {
  const [first, second] = pair
  const handle = await handleOf(world, line.by)
  const other = world.citizen(handle === first ? second : first)
  return inOffice(world, at, handle, async (ctx) => {
    const { conversationId } = await startConversation(ctx, { recipientId: other.uid })
    const written = { message: line.says, replyTo: line.replyTo, images: undefined, clientId: undefined }
    const input = { ...written, conversationId, readNumber: allRead }
    const [outcome] = await runBatch(ctx, directPosts, [{ caller: ctx.caller, input }])
    return outcome?.answer?.messageId ?? Promise.reject(outcome?.refused ?? new Error('Nothing was said.'))
  })
}

const sheet = { folder: 'uploads', width: 960, height: 640 }

/** Draws what the candidate shows in the group of citizens. */
export const drawSteps = (keep: StorePicture): Promise<string> =>
  keep(sceneSvg('harbour steps with lamps', officeInks.secretary, sheet.width, sheet.height), sheet)

/** Shows the drawing in the candidate's message, as an upload of theirs. */
export async function hangSteps(tx: EntityManager, url: string, at: Date): Promise<void> {
  const name = url.slice('/media/'.length)
  await tx.query(
    `INSERT INTO media (owner_id, name, hash, preset, type, bytes, sent_bytes, width, height, created_at, review_at)
     SELECT id, ?, ?, 'attachment', 'image/webp', 1, 1, ?, ?, ?, ? FROM citizens WHERE handle = ?`,
    [name, path.parse(name).name, sheet.width, sheet.height, at, after(at, mediaLimits.orphanMs), persona.candidate],
  )
  const shown = `messages m JOIN conversations v ON v.id = m.conversation_id JOIN citizens c ON c.id = m.sender_id`
  const where = `v.channel = 'citizens' AND c.handle = ? AND m.text LIKE '%lamps on both sides%'`
  await tx.query(
    `INSERT INTO message_images (conversation_id, number, place, name, width, height)
     SELECT m.conversation_id, m.number, 1, ?, ?, ? FROM ${shown} WHERE ${where}`,
    [name, sheet.width, sheet.height, persona.candidate],
  )
  await tx.query(`UPDATE ${shown} SET m.has_images = TRUE WHERE ${where}`, [persona.candidate])
}
