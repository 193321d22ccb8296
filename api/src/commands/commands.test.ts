import { aCitizen } from '@nation/core/testing'
import { basisText, type CommandTable } from '@nation/domain/commands'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()
const thePanel = async () =>
  api.panelTokenOf(await aCitizen(api.nation.database, { username: 'Alma', isSuperAdmin: true }))

const versionOf = (table: CommandTable, row: Record<string, unknown>) =>
  createHash('sha256')
    .update(basisText(table, row) ?? '')
    .digest('hex')

interface Sent {
  readonly call: string
  readonly input: Record<string, unknown>
  readonly version?: string | null
  readonly key?: string
}

const run = (token: string, { call, input, version = null, key = randomUUID() }: Sent) =>
  api.send('POST', '/api/commands/run', { token, body: { key, call, input, version } })

const countOf = async (table: string): Promise<number> => {
  const [row] = await api.nation.database.query<{ n: string }[]>(`SELECT COUNT(*) AS n FROM ${table}`)
  return Number(row?.n)
}

describe('A command that was queued offline', () => {
  it('is done once under its key, however often it is sent, also at the same time', async () => {
    const token = await thePanel()
    const command = { call: 'broadcast.create', input: { message: 'The harbour opens at noon.' }, key: randomUUID() }
    const answers = await Promise.all([run(token, command), run(token, command), run(token, command)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]?.body.row).toMatchObject({ message: 'The harbour opens at noon.', deletedAt: null })
    expect(await countOf('broadcasts')).toBe(1)
  })

  it('is refused under the key of another command', async () => {
    const token = await thePanel()
    const key = randomUUID()
    await run(token, { call: 'broadcast.create', input: { message: 'One.' }, key })
    const other = await run(token, { call: 'broadcast.create', input: { message: 'Two.' }, key })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect(await countOf('broadcasts')).toBe(1)
  })

  it('is done where its row is as it was, and otherwise shows the row as it is', async () => {
    const token = await thePanel()
    const made = await run(token, {
      call: 'government-tasks.create-task',
      input: { title: 'Light the harbour', description: 'Do it.' },
    })
    const task = made.body.row as Record<string, unknown>
    const version = versionOf('tasks', task)
    const input = { taskId: String(made.body.id), status: 'completed' }
    const done = await run(token, { call: 'government-tasks.update-status', input, version })
    expect(done.body).toMatchObject({ table: 'tasks', id: made.body.id, row: { status: 'completed' } })
    expect(done.body.version).toBe(versionOf('tasks', { ...task, status: 'completed' }))
    const late = await run(token, { call: 'government-tasks.delete-task', input: { taskId: input.taskId }, version })
    expect([late.status, late.body.code]).toEqual([409, 'command_conflict'])
    const { theirs } = late.body.facts as { theirs: string }
    expect(JSON.parse(theirs)).toMatchObject({ id: made.body.id, status: 'completed' })
    expect(await countOf('admin_commands')).toBe(2)
  })

  it('says that its row is gone, and rests on nothing that it does not touch', async () => {
    const token = await thePanel()
    const made = await run(token, { call: 'broadcast.create', input: { message: 'Soon.' } })
    const version = versionOf('broadcasts', made.body.row as Record<string, unknown>)
    const gone = await run(token, { call: 'broadcast.delete', input: { messageId: randomUUID() }, version })
    expect(gone.body).toMatchObject({ code: 'command_conflict', facts: { theirs: 'null' } })
    await api.nation.database.query('UPDATE broadcasts SET ends_at = NOW(3) + INTERVAL 1 DAY')
    const deletion = { call: 'broadcast.delete', input: { messageId: String(made.body.id) }, version }
    expect((await run(token, deletion)).status).toBe(200)
  })

  it('about what was deleted meanwhile changes nothing and says so, also where it rests on the deleted row', async () => {
    const token = await thePanel()
    const made = await run(token, { call: 'broadcast.create', input: { message: 'Soon.' } })
    const deletion = { call: 'broadcast.delete', input: { messageId: String(made.body.id) } }
    const version = versionOf('broadcasts', made.body.row as Record<string, unknown>)
    const done = await run(token, { ...deletion, version, key: 'the-key-of-the-deletion' })
    expect(done.status).toBe(200)
    const again = await run(token, { ...deletion, version: String(done.body.version) })
    expect([again.status, again.body.code]).toEqual([409, 'command_conflict'])
    const { theirs } = again.body.facts as { theirs: string }
    expect(JSON.parse(theirs)).toMatchObject({ id: made.body.id, deletedAt: expect.any(Number) as number })
    // Its own repeat is no other deletion.
    expect((await run(token, { ...deletion, version, key: 'the-key-of-the-deletion' })).status).toBe(200)
    expect(await countOf('admin_commands')).toBe(2)
  })

  it('leaves nothing where the call itself is refused, so that it may be sent again', async () => {
    const token = await thePanel()
    const refused = await run(token, { call: 'broadcast.create', input: { message: ' ' } })
    expect(refused.body.code).toBe('broadcast_empty')
    const strange = await run(token, { call: 'broadcast.create', input: { message: 'Yes.', volume: 11 } })
    expect(strange.body.code).toBe('invalid_input')
    expect(await countOf('admin_commands')).toBe(0)
  })

  it('takes no powers, no money, no appointments and nothing that holds for the whole nation, and is the panel’s alone', async () => {
    const token = await thePanel()
    const bob = await aCitizen(api.nation.database, { username: 'Bob' })
    for (const right of [{ isAdmin: true }, { isModerator: true }]) {
      const power = { call: 'admin.update-role', input: { userId: bob.uid, ...right } }
      expect((await run(token, power)).body.code).toBe('command_online_only')
    }
    const appointed = { call: 'members.update-role', input: { userId: bob.uid, governmentRole: 'president' } }
    expect((await run(token, appointed)).status).toBe(400)
    expect((await run(token, { call: 'bank.process-payment', input: {} })).status).toBe(400)
    const off = { call: 'system.set-feature', input: { feature: 'voting', enabled: false } }
    expect((await run(token, off)).status).toBe(400)
    expect(await countOf('feature_flags WHERE enabled = FALSE')).toBe(0)
    const own = await api.tokenOf(await aCitizen(api.nation.database, { isAdmin: true }))
    expect((await run(own, { call: 'broadcast.create', input: { message: 'Hear!' } })).body.code).toBe('panel_only')
  })
})
