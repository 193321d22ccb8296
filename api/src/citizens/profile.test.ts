import { Citizen, type Citizen as Person } from '@nation/core/citizens'
import { aPicture } from '@nation/core/media/testing'
import { diskStore, removeOrphans } from '@nation/core/media'
import { mediaLimits } from '@nation/domain/media'
import { advanceElections } from '@nation/core/elections'
import { aCitizen } from '@nation/core/testing'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()
const again = (one: Person) => api.nation.database.getRepository(Citizen).findOneByOrFail({ id: one.id })

async function upload(token: string, preset = 'profile', background = '#1B2A6B'): Promise<string> {
  const form = new FormData()
  form.set('preset', preset)
  form.set('file', new Blob([new Uint8Array(await aPicture('png', { width: 64, height: 64 }, background))]), 'a.png')
  const answer = await api.send('POST', '/api/media?action=upload', { token, body: form })
  expect(answer.status).toBe(200)
  return String(answer.body.secure_url)
}

const show = (token: string, profilePictureUrl: string | null): Promise<Answer> =>
  api.send('POST', '/api/user?action=update-profile-picture', { token, body: { profilePictureUrl } })

describe('One’s picture', () => {
  it('is one’s own upload, before X’s, until it is removed', async () => {
    const citizen = await aCitizen(api.nation.database, { portraitUrl: '/media/portraits/x.webp' })
    const token = await api.tokenOf(citizen)
    const url = await upload(token)
    expect(await show(token, url)).toMatchObject({
      status: 200,
      body: { user: { profilePicture: url, customProfilePicture: url, profilePictureUrl: '/media/portraits/x.webp' } },
    })
    expect(await show(token, null)).toMatchObject({ body: { user: { profilePicture: '/media/portraits/x.webp' } } })
    expect((await again(citizen)).customPictureUrl).toBeNull()
  })

  it('is never another citizen’s upload, a document, or an address elsewhere', async () => {
    const citizen = await aCitizen(api.nation.database)
    const token = await api.tokenOf(citizen)
    const foreign = await upload(await api.tokenOf(await aCitizen(api.nation.database)))
    for (const url of [foreign, 'https://evil.example/a.png', '/media/portraits/x.webp', 'javascript:alert(1)', '']) {
      expect([url, await show(token, url)]).toMatchObject([url, { status: 403, body: { code: 'picture_not_yours' } }])
    }
    expect(await show(token, '/media/uploads/none.webp')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'profilePictureUrl', code: 'removed' }] },
    })
    expect((await again(citizen)).customPictureUrl).toBeNull()
  })

  it('goes away a week after nothing points to it any more, and not while something does', async () => {
    const citizen = await aCitizen(api.nation.database)
    const token = await api.tokenOf(citizen)
    const [shown, dropped] = [await upload(token), await upload(token, 'profile', '#ff0000')]
    await show(token, shown)
    const store = diskStore(await mkdtemp(path.join(tmpdir(), 'nation-orphans-')))
    const left = async () =>
      (await api.nation.database.query<{ name: string }[]>('SELECT name FROM media')).map(
        ({ name }) => `/media/${name}`,
      )
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + mediaLimits.orphanMs - 1))
    expect(await removeOrphans(api.nation.runtime, store)).toBe(0)
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 1))
    expect(await removeOrphans(api.nation.runtime, store)).toBe(1)
    expect(await left()).toEqual([shown])
    expect(dropped).not.toBe(shown)
  })
})

describe('A candidate’s pictures', () => {
  it('are named when they went from a draft that was kept longer than a week', async () => {
    await advanceElections(api.nation.runtime)
    const citizen = await aCitizen(api.nation.database)
    const [profilePicture, bannerImage, file] = [
      await upload(await api.tokenOf(citizen)),
      await upload(await api.tokenOf(citizen), 'banner', '#00ff00'),
      await upload(await api.tokenOf(citizen), 'banner', '#ff0000'),
    ]
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 8 * 86_400_000))
    await advanceElections(api.nation.runtime)
    const store = diskStore(await mkdtemp(path.join(tmpdir(), 'nation-drafts-')))
    expect(await removeOrphans(api.nation.runtime, store)).toBe(3)
    const draft = {
      ...{ displayName: 'Ada', bio: 'Bio', campaignSlogan: 'Slogan', vision: 'Vision', whyVoteForMe: 'Why' },
      ...{ position: 'minister_creativity', profilePicture, bannerImage, attachments: { Gallery: [file] } },
    }
    const stood = await api.send('POST', '/api/candidates/create', { token: await api.tokenOf(citizen), body: draft })
    const message = 'This file was removed. Please upload it again.'
    expect(stood).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(stood.body.details).toEqual(
      ['profilePicture', 'bannerImage', 'attachments.Gallery.0'].map((at) => ({ path: at, code: 'removed', message })),
    )
  })

  it('are one’s own uploads', async () => {
    await advanceElections(api.nation.runtime)
    const citizen = await aCitizen(api.nation.database)
    const token = await api.tokenOf(citizen)
    const [own, foreign] = [
      await upload(token, 'banner'),
      await upload(await api.tokenOf(await aCitizen(api.nation.database)), 'banner'),
    ]
    const campaign = {
      displayName: 'Ada',
      bio: 'Bio',
      campaignSlogan: 'Slogan',
      vision: 'Vision',
      whyVoteForMe: 'Why',
      position: 'minister_creativity',
    }
    const stand = (files: object) =>
      api.send('POST', '/api/candidates/create', { token, body: { ...campaign, ...files } })
    const attachments = { Gallery: [own] }
    expect(await stand({ bannerImage: foreign, attachments })).toMatchObject({
      status: 403,
      body: { code: 'picture_not_yours' },
    })
    expect(await stand({ attachments: { Gallery: [own, foreign] } })).toMatchObject({ status: 403 })
    const stood = await stand({ bannerImage: own, attachments })
    expect(stood).toMatchObject({ status: 200, body: { candidate: { bannerImage: own } } })
    const edit = (files: object) =>
      api.send('POST', '/api/candidates/update', { token, body: { candidateId: stood.body.candidateId, ...files } })
    expect(await edit({ profilePicture: foreign })).toMatchObject({ status: 403, body: { code: 'picture_not_yours' } })
    expect(await edit({ attachments })).toMatchObject({ status: 200 })
  })
})

describe('Refreshing X’s data', () => {
  const persona = async (facts: object) => {
    const answer = await fetch(`${api.x.origin}/personas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ handle: 'zoe_young', name: 'Zoë', followers: 12, ...facts }),
    })
    return ((await answer.json()) as { persona: { id: string } }).persona.id
  }
  const fault = (facts: object) =>
    fetch(`${api.x.origin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: '/2/users', ...facts }),
    })
  const refresh = (token: string) =>
    api.send('POST', '/api/user?action=refresh-twitter', { token, body: { username: 'whatever' } })

  it('brings name, followers and verification up to date', async () => {
    const xId = await persona({})
    const citizen = await aCitizen(api.nation.database, { xId, handle: 'old', username: 'Old', followers: 1 })
    await persona({ followers: 345, verified: true, name: 'Zoë Young' })
    expect(await refresh(await api.tokenOf(citizen))).toMatchObject({
      status: 200,
      body: { success: true, message: 'Twitter data refreshed successfully!', followers: 345, verified: true },
    })
    expect(await again(citizen)).toMatchObject({ handle: 'zoe_young', username: 'Zoë Young', followers: 345 })
  })

  it('says so when X has had enough, is away, or has no such account, and changes nothing', async () => {
    const citizen = await aCitizen(api.nation.database, { xId: await persona({}), followers: 77 })
    const token = await api.tokenOf(citizen)
    await fault({ status: 500 })
    expect(await refresh(token)).toMatchObject({ status: 502, body: { code: 'x_unavailable' } })
    const unknown = await aCitizen(api.nation.database, { xId: '99999999999' })
    expect(await refresh(await api.tokenOf(unknown))).toMatchObject({
      status: 409,
      body: { error: 'No Twitter account linked' },
    })
    await fault({ status: 429 })
    const limited = await refresh(token)
    expect(limited).toMatchObject({ status: 429, body: { error: 'Rate limit exceeded. Please try again later.' } })
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    // X would answer again: it is not asked before the instant that it named.
    expect(await refresh(token)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await again(citizen)).followers).toBe(77)
  })

  it('is changed only by its citizen', async () => {
    const other = await aCitizen(api.nation.database)
    const token = await api.tokenOf(await aCitizen(api.nation.database))
    const answer = await api.send('POST', '/api/user/refresh-twitter', { token, body: { userId: other.uid } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'not_yourself' } })
  })
})
