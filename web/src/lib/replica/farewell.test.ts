import { afterEach, describe, expect, it } from 'vitest'
import { aNation, noNetwork, openReplicas, Refused, sessionEnded, TestDisk } from './testing'

const replicas = openReplicas()
afterEach(() => replicas.close())

/** A copy that was filled. */
async function aCopy(farewell: string | null = 'farewell') {
  const [disk, nation] = [new TestDisk(), aNation()]
  nation.farewell = farewell
  const replica = await replicas.open(disk, nation)
  await replica.round()
  const addCommand = () => replica.addCommand({ call: 'broadcast.create', input: { message: 'Hear.' }, base: null })
  return { disk, nation, replica, queue: addCommand }
}

const whole = { notice: null, rows: 11 }
const gone = { notice: 'wiped', contact: 'ended', rows: 0 }

describe('A copy of the nation’s rows', () => {
  it.each([
    ['a network that wants a sign-in of its own', new Refused(403, 'internal', {}, 'another server')],
    ['a proxy that forbids in words like the nation’s', new Refused(403, 'forbidden', {}, 'another server')],
    ['a proxy that knows no such sign-in', new Refused(401, 'unauthorized', {}, 'another server')],
    ['a server of the same kind that forbids it', new Refused(403, 'forbidden')],
    ['a server of the same kind that is no panel', new Refused(403, 'panel_only')],
    ['a server that says that the session has ended', new Refused(401, 'session_ended')],
    ['a server that says so with a guess', sessionEnded('a guess')],
    [
      'a server that heard the farewell and has not the nation’s shape',
      new Refused(401, 'session_ended', { farewell: 'farewell' }, 'another server'),
    ],
  ])('stays where %s answers, which is said, and goes on with the nation', async (_, refusal) => {
    const { nation, replica } = await aCopy()
    nation.before = () => {
      throw refusal
    }
    await replica.round()
    expect(replica.state).toMatchObject({ ...whole, contact: 'refused' })
    expect(replica.state.refusal).not.toBe('')
    nation.before = () => undefined
    await replica.round()
    expect(replica.state).toMatchObject({ ...whole, contact: 'online' })
  })

  it.each(['open', 'changes', 'rows', 'run'])(
    'goes when the nation says in %s that the session has ended',
    async (call) => {
      const { disk, nation, replica, queue } = await aCopy()
      await queue()
      if (call === 'rows') nation.again = ['members']
      nation.before = (asked) => {
        if (asked === call) throw sessionEnded()
      }
      if (call === 'open') {
        nation.after = () => {
          throw noNetwork()
        }
        await replica.round()
        nation.after = () => undefined
      }
      await replica.round()
      expect(replica.state).toMatchObject(gone)
      expect(await disk.indexedDB.databases()).toEqual([])
    },
  )

  it('goes when a command hears without a proof that the session has ended, and the nation proves it', async () => {
    const { nation, replica, queue } = await aCopy()
    await queue()
    let hasEnded = false
    nation.before = (call) => {
      if (call === 'run') hasEnded = true
      if (hasEnded) throw call === 'run' ? new Refused(401, 'session_ended') : sessionEnded()
    }
    await replica.round()
    expect(replica.state).toMatchObject(gone)
  })

  it('goes also after another server answered in between', async () => {
    const { nation, replica } = await aCopy()
    nation.before = () => {
      throw new Refused(403, 'forbidden', {}, 'another server')
    }
    await replica.round()
    expect(replica.state).toMatchObject(whole)
    nation.before = () => {
      throw sessionEnded()
    }
    await replica.round()
    expect(replica.state).toMatchObject(gone)
  })

  it('of a nation that gave no farewell goes at its word', async () => {
    const { nation, replica } = await aCopy(null)
    nation.before = () => {
      throw new Refused(401, 'session_ended')
    }
    await replica.round()
    expect(replica.state).toMatchObject(gone)
  })
})
