import type { RunningNation } from '@nation/dev/nation'

/** What the server itself has, asked by an administrator without a console. */
export class PanelServer {
  private constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  static async enter({ origin, admin }: RunningNation): Promise<PanelServer> {
    const { username, password } = admin ?? { username: '', password: '' }
    const answer = await ask(origin, '/api/admin/authenticate', { username, password })
    return new PanelServer(origin, (answer as { token: string }).token)
  }

  async member(handle: string) {
    const path = `/api/admin/users?search=${handle}`
    const { users } = (await ask(this.origin, path, undefined, this.token)) as { users: Member[] }
    const found = users.find(({ twitterUsername }) => twitterUsername === handle)
    if (!found) throw new Error(`No citizen is called @${handle}.`)
    return found
  }

  change(handle: string, rights: { isAdmin?: boolean; isModerator?: boolean }): Promise<unknown> {
    return this.member(handle).then(({ uid }) =>
      ask(this.origin, '/api/admin/update-role', { userId: uid, ...rights }, this.token),
    )
  }

  /** Whether a task is open or completed. */
  async task(title: string): Promise<Task> {
    // The panel's token reads what a console does.
    const path = '/api/replica/rows?table=tasks'
    const { columns, rows } = (await ask(this.origin, path, undefined, this.token)) as {
      columns: string[]
      rows: unknown[][]
    }
    const tasks = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])) as unknown as Task)
    const found = tasks.find((task) => task.title === title)
    if (!found) throw new Error(`No task is called ${title}.`)
    return found
  }

  changeTask(taskId: string, change: { priority: string }): Promise<unknown> {
    return ask(this.origin, '/api/government-tasks/update-task', { taskId, ...change }, this.token)
  }

  deleteTask(taskId: string): Promise<unknown> {
    return ask(this.origin, '/api/government-tasks/delete-task', { taskId }, this.token)
  }

  pauseJob(job: string, paused: boolean): Promise<unknown> {
    return ask(this.origin, '/api/admin/pause-job', { job, paused }, this.token)
  }

  broadcast(message: string): Promise<unknown> {
    return ask(this.origin, '/api/broadcast/create', { message, type: 'info' }, this.token)
  }

  /** Ends every session of the panel but this one. */
  async revokeOthers(): Promise<void> {
    const { sessions } = (await ask(this.origin, '/api/admin/security', undefined, this.token)) as {
      sessions: Session[]
    }
    for (const { id } of sessions.filter(({ current }) => !current))
      await ask(this.origin, '/api/admin/end-session', { sessionId: id }, this.token)
  }

  /** What administrators did, the newest first. */
  async audit(): Promise<string[]> {
    const { entries } = (await ask(this.origin, '/api/admin/audit', undefined, this.token)) as { entries: Audit[] }
    return entries.map(({ parts }) => parts.map(({ text }) => text).join(''))
  }
}

interface Member {
  uid: string
  username: string
  twitterUsername: string
  isAdmin: boolean
  isModerator: boolean
}

interface Task {
  id: string
  title: string
  description: string
  assignedTo: string
  status: string
  priority: string
}

interface Session {
  id: string
  current: boolean
}

interface Audit {
  parts: { text: string }[]
}

/** The broadcasts that every visitor sees now. */
export async function activeBroadcasts({ origin }: RunningNation): Promise<string[]> {
  const { messages } = (await ask(origin, '/api/broadcast/get-active')) as { messages: { message: string }[] }
  return messages.map(({ message }) => message)
}

async function ask(origin: string, place: string, body?: object, token?: string): Promise<unknown> {
  const answer = await fetch(`${origin}${place}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
