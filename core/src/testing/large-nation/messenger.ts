import type { Channel } from '@nation/domain/messenger'
import { base, fill, literal, uidSql, type Growth, type Run } from './numbers'

/** When the messenger opened. Messages came every second since, so that a nation that grows gets later ones. */
const opened = literal(new Date('2020-01-01T00:00:00.000Z'))
const at = `(${opened} + INTERVAL n SECOND)`

/** How many messages each direct conversation holds; the first citizen has read the first of them. */
const each = 2

/** Every tenth message mentions the first citizen, the next one has an image, and the first citizen reacted to the third. */
const [mentions, images, reacted] = ['n % 10 = 0', 'n % 10 = 1', 'n % 10 = 2']

const channel = (name: Channel) => `CROSS JOIN (SELECT id FROM conversations WHERE channel = '${name}') AS channel`

/** Messages of the group of citizens, of the government and of the admin chat, which the first three citizens wrote. */
export async function messages(run: Run, growth: Growth): Promise<void> {
  for (const [place, name] of (['citizens', 'government', 'admin-chat'] as const).entries()) {
    await fill(
      run,
      'messages',
      growth,
      {
        conversation_id: 'channel.id',
        number: 'n + 1',
        uid: uidSql('message', `(${place} * ${base} + n)`),
        sender_id: `${base} + n % 3`,
        text: `CONCAT('Light the harbour steps ', n, ', says the nation')`,
        reply_to: 'IF(n % 5 = 4, n - 3, NULL)',
        sent_at: at,
        has_mentions: mentions,
        has_images: images,
        has_reactions: reacted,
      },
      { join: channel(name) },
    )
    await run(`UPDATE conversations SET last_number = ${growth.to}, last_at = ${opened} + INTERVAL ${growth.to} SECOND
      WHERE channel = '${name}'`)
  }
  await contents(run, growth)
  for (const word of [...said, 'CAST(n AS CHAR)', `CONCAT('l', n % 40)`]) {
    const values = { conversation_id: 'channel.id', word, number: 'n + 1' }
    await fill(run, 'message_words', growth, values, { join: channel('citizens') })
  }
  await reports(run, growth)
}

/** Words that each message of a group has. */
const said = ['light', 'the', 'harbour', 'steps', 'says', 'nation'].map((word) => `'${word}'`)

/** What messages of the group of citizens carry; the first citizen has read all but the last forty. */
async function contents(run: Run, growth: Growth): Promise<void> {
  const of = { conversation_id: 'channel.id', number: 'n + 1' }
  const first = { citizen_id: String(base) }
  const put = (table: string, values: Readonly<Record<string, string>>, where: string) =>
    fill(run, table, growth, { ...of, ...values }, { join: channel('citizens'), where })
  const image = { place: '1', name: `CONCAT('uploads/', n, '.webp')`, width: '640', height: '480' }
  await put('message_mentions', first, mentions)
  await put('message_images', image, images)
  await put('message_reactions', { ...first, reaction: `'heart'`, reacted_at: at }, reacted)
  await put('message_reaction_counts', { reaction: `'heart'`, count: '1' }, reacted)
  await run(`REPLACE INTO conversation_readers (citizen_id, conversation_id, read_number)
    SELECT ${base}, id, ${Math.max(0, growth.to - 40)} FROM conversations WHERE channel = 'citizens'`)
}

/** Every message of the group of citizens was reported, with one line of evidence; every other report is resolved. */
async function reports(run: Run, growth: Growth): Promise<void> {
  const id = `${base} + n`
  const sender = `${base} + n % 3`
  const resolved = 'n % 2 = 1'
  await fill(
    run,
    'message_reports',
    growth,
    {
      id,
      uid: uidSql('report'),
      conversation_id: 'channel.id',
      number: 'n + 1',
      reported_id: sender,
      reporter_id: `${base} + 3`,
      reason: `CONCAT('Reason ', n)`,
      created_at: at,
      resolved_at: `IF(${resolved}, ${at}, NULL)`,
      resolved_by: `IF(${resolved}, ${base} + 4, NULL)`,
      resolution: `IF(${resolved}, 'Nothing was done.', NULL)`,
    },
    { join: channel('citizens') },
  )
  await fill(run, 'message_report_lines', growth, {
    report_id: id,
    number: 'n + 1',
    message_uid: uidSql('message', 'n'),
    sender_id: sender,
    text: `CONCAT('Light the harbour steps ', n)`,
    sent_at: at,
  })
}

/** Every citizen but the first was muted once; every other mute is in force. */
async function mutes(run: Run, growth: Growth): Promise<void> {
  await fill(run, 'citizen_mutes', growth, {
    citizen_id: `${base} + 1 + n`,
    until_at: `(${at} + INTERVAL IF(n % 2 = 1, 30, 0) YEAR)`,
    reason: `CONCAT('Reason ', n)`,
    muted_by: String(base),
    created_at: at,
  })
}

/** Direct conversations of the first citizen, with one citizen after the other. */
export async function conversations(run: Run, growth: Growth): Promise<void> {
  const id = `${base} + n`
  await fill(run, 'conversations', growth, {
    id,
    uid: uidSql('conversation'),
    low_id: String(base),
    high_id: `${base} + 1 + n`,
    started_by: String(base),
    accepted_at: opened,
    last_number: String(each),
    last_at: at,
    created_at: opened,
  })
  for (let number = 1; number <= each; number++) {
    await fill(run, 'messages', growth, {
      conversation_id: id,
      number: String(number),
      uid: uidSql('message', `((2 + ${number}) * ${base} + n)`),
      sender_id: number === 1 ? String(base) : `${base} + 1 + n`,
      text: `CONCAT('Shall we meet at the harbour? ', n)`,
      sent_at: at,
    })
  }
  for (const word of ['shall', 'we', 'meet', 'harbour']) {
    await fill(run, 'message_words', growth, { conversation_id: id, word: `'${word}'`, number: '1' })
  }
  for (const [reader, read] of [
    [String(base), 1],
    [`${base} + 1 + n`, each],
  ] as const) {
    const marker = { citizen_id: reader, conversation_id: id, read_number: String(read), last_at: at }
    await fill(run, 'conversation_readers', growth, marker)
  }
  await mutes(run, growth)
}
