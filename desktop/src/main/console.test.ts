import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Added, ProfileList } from '../ipc/contract'
import { startConsole } from './console'
import type { Parts } from './parts'
import { deleteFakeFolders, fakeParts } from './testing/fake-parts'
import type { FakeWindow } from './testing/fake-parts'

afterAll(deleteFakeFolders)

async function started(change: Partial<Parts> = {}) {
  const { parts, seen } = fakeParts(change)
  const running = await startConsole(parts)
  const ask = (window: FakeWindow, name: string, ...values: unknown[]) =>
    seen.handlers.get(`nation:${name}`)!(
      { sender: { id: window.webContents.id }, senderFrame: { url: 'nation://console/', parent: null } },
      ...values,
    )
  return { parts, seen, ask, running, window: () => seen.windows.at(-1)! }
}

/** A console with a profile whose window is open. */
async function withProfile(change: Partial<Parts> = {}) {
  const console = await started(change)
  const { ask, window } = console
  const answer = (await ask(window(), 'profiles.add', { address: 'nation.example', name: 'Home' })) as Added
  if ('refused' in answer) throw new Error(answer.refused)
  await ask(window(), 'profiles.choose', answer.profile.id)
  return { ...console, profile: answer.profile }
}

describe('the console', () => {
  it('ends where another one runs already', async () => {
    const { parts, seen } = fakeParts()
    Object.assign(parts.app, { requestSingleInstanceLock: () => false })
    await startConsole(parts)
    expect(seen.calls).toEqual(['quit'])
    expect(seen.windows).toEqual([])
  })

  it('begins with the choice of a server, whose calls go nowhere', async () => {
    const { seen, window, ask } = await started()
    expect(window().options.webPreferences?.partition).toBe('choice')
    expect(window().isShown).toBe(true)
    expect(await ask(window(), 'profiles.current')).toBeNull()
    const answer = await seen.sessions.get('choice')!.answer!(new Request('nation://console/api/x'))
    expect(answer.status).toBe(404)
  })

  it('opens a profile in place of the choice, with a session of its own that asks its server', async () => {
    const asked: string[] = []
    const { seen, window, profile } = await withProfile({
      fetch: async (address) => {
        asked.push(address)
        return Response.json({})
      },
    })
    expect(seen.windows).toHaveLength(1)
    expect(window().options).toMatchObject({
      title: 'Home · Nation',
      webPreferences: { partition: `persist:profile-${profile.id}` },
    })
    await seen.sessions.get(`persist:profile-${profile.id}`)!.answer!(new Request('nation://console/api/x?a=1'))
    expect(asked).toEqual(['https://nation.example/api/x?a=1'])
  })

  it('opens the last profile at the next start, where the window was', async () => {
    const { parts, seen, profile } = await withProfile()
    seen.windows[0]!.close()
    await expect.poll(() => readdirSync(seen.folder)).toContain('window.json')
    const again = fakeParts()
    Object.assign(again.parts.app, { getPath: parts.app.getPath })
    await startConsole(again.parts)
    expect(again.seen.windows[0]!.options).toMatchObject({
      ...{ x: 10, y: 20, width: 800, height: 600 },
      webPreferences: { partition: `persist:profile-${profile.id}` },
    })
  })

  it('says that its file of profiles is damaged, on the page, too', async () => {
    const { parts, seen } = fakeParts()
    writeFileSync(path.join(seen.folder, 'profiles.json'), 'damaged')
    await startConsole(parts)
    expect(seen.lines).toEqual(['profiles.json is damaged. It is left as it is.'])
    const list = await seen.handlers.get('nation:profiles.list')!({
      sender: { id: seen.windows[0]!.webContents.id },
      senderFrame: { url: 'nation://console/', parent: null },
    })
    expect((list as ProfileList).problem).toBe(seen.lines[0])
  })

  it('removes a profile with its windows, its storage and its key', async () => {
    const { seen, window, ask, profile, parts } = await withProfile()
    await ask(window(), 'vault.key', profile.id)
    expect(readdirSync(parts.app.getPath('userData'))).toContain(`key-${profile.id}.json`)
    await expect(ask(window(), 'profiles.remove', profile.id)).rejects.toThrow(
      'Servers are managed where one is chosen.',
    )
    await ask(window(), 'profiles.leave')
    await ask(window(), 'profiles.remove', profile.id)
    expect(seen.sessions.get(`persist:profile-${profile.id}`)!.isCleared).toBe(true)
    expect(readdirSync(parts.app.getPath('userData'))).not.toContain(`key-${profile.id}.json`)
    expect(seen.windows).toHaveLength(1)
    expect(await ask(window(), 'profiles.current')).toBeNull()
  })

  it.each([
    ['profiles.list', []],
    ['profiles.add', [{ address: 'evil.example', name: 'Home' }]],
    ['profiles.choose', ['01900000-0000-7000-8000-000000000000']],
  ])('tells a window that shows a server nothing of the others (%s)', async (name, input) => {
    const { window, ask } = await withProfile()
    await expect(ask(window(), name, ...input)).rejects.toThrow('Servers are managed where one is chosen.')
  })

  it('gives a window the key of its own profile only', async () => {
    const { window, ask } = await withProfile()
    await expect(ask(window(), 'vault.key', '01900000-0000-7000-8000-000000000000')).rejects.toThrow('own profile only')
  })

  it('keeps two servers apart: each has a storage, a key, and calls of its own', async () => {
    const asked: string[] = []
    const fetch = async (address: string) => {
      asked.push(address)
      return Response.json({})
    }
    const { seen, window, ask, profile } = await withProfile({ fetch })
    const keyOf = async (id: string) => ((await ask(window(), 'vault.key', id)) as { key: string }).key
    const firstKey = await keyOf(profile.id)
    await ask(window(), 'profiles.leave')
    const added = (await ask(window(), 'profiles.add', { address: 'other.example', name: 'Away' })) as Added
    if ('refused' in added) throw new Error(added.refused)
    await ask(window(), 'profiles.choose', added.profile.id)
    expect(window().options.webPreferences?.partition).toBe(`persist:profile-${added.profile.id}`)
    expect(await keyOf(added.profile.id)).not.toBe(firstKey)
    for (const { id } of [profile, added.profile])
      await seen.sessions.get(`persist:profile-${id}`)!.answer!(new Request('nation://console/api/x'))
    expect(asked).toEqual(['https://nation.example/api/x', 'https://other.example/api/x'])
  })

  it('refuses what is no input of a call', async () => {
    const { window, ask } = await started()
    await expect(ask(window(), 'profiles.choose', '../../etc')).rejects.toThrow('This is no profiles.choose.')
    await expect(ask(window(), 'version', 'extra')).rejects.toThrow('This is no version.')
    await expect(ask(window(), 'exports.begin', '/etc/passwd')).rejects.toThrow('This is no exports.begin.')
  })

  it('shows a link in the window that is there, and gives the first one to the page that asks', async () => {
    const { seen, window, ask } = await started({ words: ['console', 'nation://open/jobs'] })
    expect(await ask(window(), 'takeLink')).toEqual({ tab: 'jobs' })
    expect(await ask(window(), 'takeLink')).toBeNull()
    seen.app.emit('second-instance', {}, ['console', 'nation://open/bank'])
    seen.app.emit('open-url', { preventDefault: () => {} }, 'nation://whatever/else')
    expect(window().webContents.sent.map(([, link]) => link)).toEqual([{ tab: 'bank' }, { tab: null }])
    expect(window().isFocused).toBe(true)
    // One that came while the page was loading waits for it.
    expect(await ask(window(), 'takeLink')).toEqual({ tab: null })
  })

  it('ends when its last window is closed, and not before the window’s place is saved', async () => {
    const { seen } = await withProfile()
    const folder = () => readdirSync(seen.folder)
    let files: string[] | undefined
    Object.assign(seen.app, { quit: () => void (files = folder()) })
    for (const window of seen.windows) window.close()
    seen.app.emit('window-all-closed')
    expect(files).toBeUndefined()
    await expect.poll(() => files).toContain('window.json')
  })

  it('writes no file for a window that closed while the dialog asked where', async () => {
    let choose = (_place: string) => {}
    const { seen, window, ask } = await withProfile({
      showSaveDialog: () => new Promise((resolve) => (choose = resolve)),
    })
    const begun = ask(window(), 'exports.begin', 'members.csv')
    await Promise.resolve()
    window().close()
    choose(path.join(seen.folder, 'members.csv'))
    expect(await begun).toEqual({ file: null, problem: null })
    expect(readdirSync(seen.folder).filter((name) => name.includes('members.csv'))).toEqual([])
  })

  it('keeps the server’s name in the title, and opens a window for a notification whose window is gone', async () => {
    const { seen, window, ask } = await withProfile()
    let isPrevented = false
    window().emit('page-title-updated', { preventDefault: () => (isPrevented = true) })
    expect(isPrevented).toBe(true)
    const asker = window()
    await ask(asker, 'showWaiting', { failedJobs: 1, conflicts: 0, mentions: 0, unsent: null })
    asker.close()
    asker.isFocused = false
    for (const click of seen.clicks) click()
    await expect.poll(() => seen.windows.length).toBe(1)
    expect(asker.isFocused).toBe(false)
    expect(await ask(window(), 'takeLink')).toEqual({ tab: 'jobs' })
    // Its new window knows it with the panel's password only; then it says the same, and it is not notified of again.
    await ask(window(), 'showWaiting', { failedJobs: null, conflicts: 0, mentions: null, unsent: 0 })
    expect(seen.tip).toBe('Home: 1 failed job')
    await ask(window(), 'showWaiting', { failedJobs: 1, conflicts: 0, mentions: 0, unsent: null })
    expect(seen.notices).toEqual(['A job failed'])
  })

  it('opens another window of the same profile from its menu, in the same session', async () => {
    const { seen, profile } = await withProfile()
    const entries = seen.menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    const click = entries.find(({ label }) => label === 'New window')?.click as (() => void) | undefined
    click?.()
    const partition = `persist:profile-${profile.id}`
    await expect
      .poll(() => seen.windows.map(({ options }) => options.webPreferences?.partition))
      .toEqual([partition, partition])
    expect([...seen.sessions.keys()]).toEqual(['choice', partition])
  })

  it('counts what waits, in the tray and on its own picture', async () => {
    const { seen, window, ask } = await withProfile()
    expect(seen.tip).toBe('Nation: nothing waits')
    await ask(window(), 'showWaiting', { failedJobs: 1, conflicts: 2, mentions: 0, unsent: null })
    expect([seen.badge, seen.tip]).toEqual([3, 'Home: 1 failed job, 2 conflicts'])
  })

  it('says at the choice of a server how many changes of one were not sent, until they were, or it is removed', async () => {
    const { window, ask, profile } = await withProfile()
    const tell = (unsent: number | null) =>
      ask(window(), 'showWaiting', { failedJobs: 0, conflicts: 0, mentions: 0, unsent })
    await tell(2)
    await tell(null)
    await ask(window(), 'profiles.leave')
    const unsent = async () => ((await ask(window(), 'profiles.list')) as ProfileList).unsent
    expect(await unsent()).toEqual({ [profile.id]: 2 })
    await ask(window(), 'profiles.choose', profile.id)
    await tell(0)
    await tell(1)
    await ask(window(), 'vault.forget', profile.id)
    await ask(window(), 'profiles.leave')
    expect(await unsent()).toEqual({})
  })

  it('notifies once of what several windows of a server say, leads there, and shows the highest count of each', async () => {
    const { seen, window, ask } = await withProfile()
    const first = window()
    const entries = seen.menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    ;(entries.find(({ label }) => label === 'New window')?.click as () => void)()
    await expect.poll(() => seen.windows.length).toBe(2)
    const second = window()
    const tell = (one: FakeWindow, failedJobs: number, conflicts: number) =>
      ask(one, 'showWaiting', { failedJobs, conflicts, mentions: 0, unsent: null })
    await tell(first, 0, 1)
    await tell(second, 3, 1)
    await tell(first, 0, 1)
    expect(seen.notices).toEqual(['A change needs your decision', 'A job failed'])
    expect(seen.tip).toBe('Home: 3 failed jobs, 1 conflict')
    second.close()
    expect(seen.tip).toBe('Home: 1 conflict')
    seen.clicks[0]!()
    expect(first.isFocused).toBe(true)
    expect(await ask(first, 'takeLink')).toEqual({ tab: 'changes' })
  })

  it('goes on saying what another window of a server says when one of them leaves it, and nothing once the last has', async () => {
    const { seen, window, ask, profile } = await withProfile()
    const first = window()
    await ask(first, 'newWindow')
    const second = window()
    await ask(first, 'showWaiting', { failedJobs: null, conflicts: 2, mentions: 0, unsent: null })
    await ask(second, 'showWaiting', { failedJobs: 3, conflicts: 2, mentions: 1, unsent: null })
    await ask(second, 'profiles.leave')
    expect([seen.tip, seen.badge]).toEqual(['Home: 3 failed jobs, 2 conflicts', 5])
    const [other] = seen.windows.filter(({ options }) => options.webPreferences?.partition === 'choice')
    await ask(first, 'profiles.leave')
    expect([seen.tip, seen.badge]).toEqual(['Nation: nothing waits', 0])
    // Both windows that chose a server are there; the server is opened again, and says all anew.
    await ask(other!, 'profiles.choose', profile.id)
    await ask(window(), 'showWaiting', { failedJobs: 0, conflicts: 2, mentions: 0, unsent: null })
    expect(seen.tip).toBe('Home: 2 conflicts')
  })

  it('says in its windows why no newer one could be looked for', async () => {
    const { window, ask, running } = await withProfile()
    expect(await ask(window(), 'updateProblem')).toBeNull()
    running?.tellUpdateProblem(`No network${'.'.repeat(1_000)}`)
    expect(window().webContents.sent.at(-1)).toEqual(['nation:told-update-problem', null])
    expect(await ask(window(), 'updateProblem')).toMatch(/^No network\.{490}$/)
  })

  it('holds a quit until the window’s place is saved', async () => {
    const { seen } = await withProfile()
    const willQuit = () => {
      let isHeld = false
      seen.app.emit('will-quit', { preventDefault: () => (isHeld = true) })
      return isHeld
    }
    seen.windows[0]!.close()
    expect(willQuit()).toBe(true)
    await expect.poll(() => seen.calls).toContain('quit')
    expect(readdirSync(seen.folder)).toContain('window.json')
    expect(willQuit()).toBe(false)
  })

  it('offers no developer tools and no reload in its menu', async () => {
    const { seen } = await started()
    const text = JSON.stringify(seen.menu)
    expect(text).toContain('CmdOrCtrl+1')
    expect(text).not.toMatch(/toggleDevTools|reload|viewMenu/i)
  })

  it('has a shortcut for a new window, for its servers, and for each tab, which go there', async () => {
    const { seen } = await withProfile()
    const entries = (seen.menu ?? []).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    const keys = entries.flatMap(({ label, accelerator }) => (accelerator ? [`${String(label)} ${accelerator}`] : []))
    expect(keys).toEqual([
      ...['New window CmdOrCtrl+N', 'Servers… CmdOrCtrl+Shift+O', 'Dashboard CmdOrCtrl+1', 'Members CmdOrCtrl+2'],
      ...['Broadcast CmdOrCtrl+3', 'Chat CmdOrCtrl+4', 'Bank CmdOrCtrl+5', 'Elections CmdOrCtrl+6'],
      ...['Jobs CmdOrCtrl+7', 'Audit CmdOrCtrl+8', 'Settings CmdOrCtrl+9', 'Sign-ins CmdOrCtrl+Shift+S'],
      ...['Tasks CmdOrCtrl+Shift+T', 'Changes CmdOrCtrl+Shift+C'],
    ])
  })

  it('takes a nation beside it only on this machine', async () => {
    for (const [word, suggested] of [
      ['--local-nation=http://localhost:3000', 'http://localhost:3000'],
      ['--local-nation=https://nation.example', null],
    ] as const) {
      const { window, ask } = await started({ words: ['console', word] })
      expect(await ask(window(), 'profiles.list')).toMatchObject({ suggested })
    }
  })
})
