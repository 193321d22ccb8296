import type { RunningNation } from '@nation/dev/nation'
import type { Page, Route } from '@playwright/test'
import {
  blockedCitizens,
  evidenceWithImage,
  folded,
  fourImages,
  heldOver,
  left,
  mutes,
  unread,
  waitsForImages,
} from './messenger-states'

/** A screen in one of its states, as `npm run screenshots` draws it. */
export interface Screen {
  readonly name: string
  /** Where it is; without, what `opens` does on the page before leads there. */
  readonly path?: string
  /** The screen without which there is nothing to draw here, though it is another reader's: it is drawn before this one. */
  readonly after?: string
  /** Changes what its reader has: until the screens that follow it have put that right, only one size is drawn. */
  readonly alone?: boolean
  /** In front of the consent gate. */
  readonly atTheGate?: boolean
  /** Who looks, by their handle; without, a visitor. */
  readonly as?: string
  /** What one does there before the picture is taken. */
  readonly opens?: (page: Page) => Promise<void>
  /** What becomes of the calls that the screen makes; without, they are answered. */
  readonly calls?: 'fail' | 'wait'
  /** Whether parts of it show that they load, and always will. */
  readonly loadsForever?: boolean
  /** Only what the window shows: for dialogs, which lie over it. */
  readonly windowOnly?: boolean
  /** Drawn where `opens` left it, and not scrolled: what came into view belongs to the picture. */
  readonly staysThere?: boolean
  /** What differs between two runs, and is left out of the picture. */
  readonly hides?: string
}

/** The menu: on small screens its sheet, on others what unfolds in the header. */
async function unfoldMenu(page: Page): Promise<void> {
  const sheet = page.getByRole('button', { name: /^Menu/ })
  await ((await sheet.isVisible()) ? sheet : page.getByRole('button', { name: 'Ways to take part' })).click()
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Sends a form as it is, and waits for what is wrong with it. */
async function sendWrong(page: Page): Promise<void> {
  const form = page.locator('form:visible').last()
  await form.locator('[type="submit"]').click()
  await form.locator('[aria-invalid="true"], [data-form-errors] > *').first().waitFor()
}

/** A form in a dialog, sent as it opens. */
const wrongIn = (name: string, path: string, as: string, opener: string | RegExp): Screen => ({
  name,
  path,
  as,
  windowOnly: true,
  staysThere: true,
  opens: async (page) => {
    await press(opener)(page)
    await page.getByRole('dialog').waitFor()
    await sendWrong(page)
  },
})

/** Asks to stand with the name of somebody who stands for the same office, but for one letter that is Cyrillic. */
async function standAsAnother(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Candidate profile' })
  await form.getByRole('radio', { name: 'Minister of Marketing' }).check()
  const words = 'I write down what comes in and what goes out.'
  const texts = { 'Campaign slogan': 'Balanced books', Bio: words, Vision: words, 'Goal 1': words, 'Promise 1': words }
  for (const [label, text] of Object.entries({
    ...texts,
    'Why vote for me': words,
    'Display name': 'Lu\u0430na Figueiredo',
  })) {
    await form.getByRole('textbox', { name: label, exact: true }).fill(text)
  }
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByText('has a name that looks the same').first().waitFor()
}

/** From one's profile to one's public page, which is opened to everybody where it is closed. */
async function openOwnPage(page: Page): Promise<void> {
  const shown = page.getByRole('switch', { name: 'Show my public page' })
  const link = page.getByRole('link', { name: 'Open my public page' })
  await shown.and(page.locator(':enabled')).waitFor()
  if (!(await shown.isChecked())) await shown.click()
  await link.click()
  await page.getByRole('region', { name: 'Candidacies' }).waitFor()
}

async function read<T>({ origin }: RunningNation, call: string): Promise<T> {
  const response = await fetch(`${origin}/api/${call}`)
  if (!response.ok) throw new Error(`${call} answered ${response.status}`)
  return (await response.json()) as T
}

/** Every screen in every state that is cheap to reach, with what the nation that runs has to show. */
export async function screensOf(nation: RunningNation): Promise<Screen[]> {
  return [
    ...(await forVisitors(nation)),
    ...failing,
    ...waiting,
    ...(await forCitizens(nation)),
    ...forAdministrators(nation),
  ]
}

async function forVisitors(nation: RunningNation): Promise<Screen[]> {
  const { candidates } = await read<{ candidates: { id: string }[] }>(nation, 'candidates/list')
  const { members } = await read<{ members: { uid: string }[] }>(nation, 'members/get-government')
  const { elections } = await read<{ elections: { id: string; resultsReady: boolean }[] }>(nation, 'elections/list')
  const past = elections.find(({ resultsReady }) => resultsReady)
  const { interviews } = await read<{ interviews: { id: string }[] }>(nation, 'interviews/list')
  return [
    { name: 'consent-gate', path: '/', atTheGate: true },
    { name: 'home', path: '/' },
    { name: 'rules', path: '/rules' },
    { name: 'participation', path: '/participation' },
    { name: 'government', path: '/gov-staff' },
    { name: 'official', path: `/gov-official/${members[0]?.uid}` },
    { name: 'office', path: '/office/citizensMinister' },
    { name: 'elections', path: '/elections' },
    { name: 'elections-secretary', path: '/elections?position=secretary' },
    { name: 'elections-upcoming', path: '/elections?view=upcoming' },
    { name: 'elections-past', path: '/elections?view=past' },
    { name: 'candidate', path: `/elections/candidate/${candidates[0]?.id}` },
    { name: 'candidate-not-found', path: '/elections/candidate/019c0000-0000-7000-8000-000000000000' },
    ...(past ? [{ name: 'results', path: `/elections/results/${past.id}` }] : []),
    { name: 'vote-signed-out', path: '/vote' },
    { name: 'bank', path: '/bank' },
    { name: 'interviews', path: '/interviews' },
    ...(interviews[0] ? [{ name: 'interview', path: `/interviews/${interviews[0].id}` }] : []),
    { name: 'dashboard-signed-out', path: '/government' },
    { name: 'messenger', path: '/messenger' },
    { name: 'profile-signed-out', path: '/profile' },
    { name: 'run-for-office-signed-out', path: '/elections/create-profile' },
    { name: 'admin-signed-out', path: '/admin' },
    { name: 'not-found', path: '/no-such-place' },
    { name: 'gazette', path: '/gazette' },
  ]
}

const readingPages = ['gov-staff', 'elections', 'elections?view=past', 'elections?view=upcoming', 'bank', 'interviews']
const nameOf = (path: string) => path.replace('?view=', '-')

const failing: Screen[] = readingPages.map((path) => ({
  name: `${nameOf(path)}-fails`,
  path: `/${path}`,
  calls: 'fail',
}))

const waiting: Screen[] = readingPages.map((path) => ({
  name: `${nameOf(path)}-waits`,
  path: `/${path}`,
  calls: 'wait',
}))

/** The pictures that the server draws for shared links, by name. */
export async function sharedPictures(nation: RunningNation): Promise<Record<string, string>> {
  const [past] = (await read<{ elections: { id: string }[] }>(nation, 'elections/list?status=past&limit=1')).elections
  const running = (await read<{ election: { id: string } }>(nation, 'elections/current')).election
  const { candidates } = await read<{ candidates: { id: string }[] }>(nation, 'candidates/list?limit=1')
  const { members } = await read<{ members: { uid: string; pageNumber: string | null }[] }>(
    nation,
    'members/get-government',
  )
  const shown = members.find(({ pageNumber }) => pageNumber !== null)
  return {
    'share-week': `/share/results/${past?.id}.jpg`,
    'share-week-running': `/share/results/${running.id}.jpg`,
    'share-candidate': `/share/candidate/${candidates[0]?.id}.jpg`,
    'share-official': `/share/official/${members[0]?.uid}.jpg`,
    'share-day': '/share/day/today.jpg',
    ...(shown && { 'share-citizen': `/share/citizen/${shown.pageNumber}.jpg` }),
  }
}

/** Two candidates of one office side by side: the first two, or `one` and the first of the others. */
async function comparison(nation: RunningNation, office = 'minister_finance', one?: string): Promise<string> {
  const { candidates } = await read<{ candidates: { id: string }[] }>(
    nation,
    `candidates/list?position=${office}&limit=2`,
  )
  const ids = candidates.map(({ id }) => id)
  const compared = one === undefined ? ids : [one, ...ids.filter((id) => id !== one)].slice(0, 2)
  return `/elections/ballot/${office}?compare=${compared.join(',')}`
}

/** As the ballot is read by a citizen who has voted for every open office, each time for the first candidate. */
const allCast = (nation: RunningNation) => async (page: Page) => {
  const { candidates } = await read<{ candidates: { id: string; position: string; votes: number }[] }>(
    nation,
    'candidates/list?phase=phase_two&limit=48',
  )
  const userVotes: Record<string, object[]> = {}
  for (const { id: candidateId, position } of candidates) {
    userVotes[position] ??= [{ candidateId, voteWeight: 1, votedAt: Date.parse('2026-02-05T14:00:00Z') }]
  }
  await page.route('**/api/votes/status**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), userVotes } })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Your ballot is complete' }).waitFor()
  await page.unroute('**/api/votes/status**')
}

/** Reads the page again, with only what became of the promises refused or kept waiting. */
const promisesOnly = (calls: 'fail' | 'wait') => async (page: Page) => {
  const json = { success: false, error: 'The nation is busy. Please try again in a moment.', code: 'invalid_input' }
  const fate = calls === 'fail' ? (route: Route) => route.fulfill({ status: 400, json }) : () => undefined
  await page.route('**/api/government/promises*', fate, { times: 1 })
  await page.reload()
  await page
    .getByText(calls === 'fail' ? 'The state of these promises could not be loaded' : 'Loading the state')
    .waitFor()
}

/** The candidacy of the president who stands again. */
const standingAgain = (nation: RunningNation) => candidacyOf(nation, 'president', 'piet_president')

/** The id of a candidacy in the election that runs. */
async function candidacyOf(nation: RunningNation, position: string, handle: string): Promise<string> {
  const call = `candidates/list?position=${position}&limit=20`
  const { candidates } = await read<{ candidates: { id: string; twitterHandle: string }[] }>(nation, call)
  return candidates.find(({ twitterHandle }) => twitterHandle === handle)?.id ?? ''
}

/** Reads the page again, with a candidacy that was edited while citizens voted, or that an administrator removed. */
const candidateRead = (what: 'edited' | 'removed') => async (page: Page) => {
  await page.route('**/api/candidates/get*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { candidate: { userId: string }; now: number }
    const at = answer.now - 7_200_000
    const removed = {
      at,
      by: answer.candidate.userId,
      byName: 'Ada Lindgren',
      reason: 'Pretends to be the treasurer',
    }
    const edits = [
      { number: 2, at: at + 3_600_000, votes: 41, changed: ['vision', 'promises'] },
      { number: 1, at, votes: 1, changed: ['campaignSlogan'] },
    ]
    const candidate = { ...answer.candidate, status: 'withdrawn', removed }
    await route.fulfill({ response, json: what === 'edited' ? { ...answer, edits } : { ...answer, candidate } })
  })
  await page.reload()
  const name = what === 'edited' ? 'Edits of this programme' : 'This candidacy was removed'
  await page.getByRole('region', { name }).waitFor()
}

/** Opens the conversation whose line in the list has these words. */
const conversation = (words: RegExp) => (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: words }).click()

/** What was searched for is found. */
const someFound = (page: Page) => page.getByRole('complementary').getByRole('link').first().waitFor()

/** One deed after the other. */
const inTurn =
  (...deeds: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const deed of deeds) await deed(page)
  }

/** The dialog that reports a message of the open conversation. */
const reportOne = async (page: Page) => {
  const message = page.getByRole('region', { name: 'Messages', exact: true }).getByRole('listitem')
  const theirs = message.filter({ hasText: 'Come sailing' })
  await theirs.hover()
  await theirs.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page.getByRole('dialog').waitFor()
}

/** A citizen of whom nothing is heard yet, found by the search for a citizen to write to. */
const writeTo = (handle: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search for a citizen to write to' }).fill(handle)
  await page.getByRole('option', { name: new RegExp(`@${handle}`) }).click()
  await page.getByRole('button', { name: 'Conversation settings' }).waitFor()
}

/** Sends a report of what an administrator has said, so that those who moderate find one; reported again, it is one. */
async function reportToModerators(page: Page): Promise<void> {
  const message = page.getByRole('region', { name: 'Messages', exact: true }).getByRole('listitem')
  const theirs = message.filter({ hasText: 'The interview about the harbour' })
  await theirs.hover()
  await theirs.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill('It advertises, and has nothing to do with the lamps on the harbour steps.')
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Ends the block of the citizen whose conversation is open, if there is one. */
async function unblock(page: Page): Promise<void> {
  const button = page.getByRole('note').getByRole('button', { name: 'Unblock' })
  const field = page.getByRole('textbox', { name: 'Message' })
  await button.or(field).waitFor()
  if (await button.isVisible()) await button.click()
  await field.waitFor()
}

/** As the nation answers somebody who is muted. */
async function mutedNow(page: Page): Promise<void> {
  await page.route('**/api/messenger/get-groups**', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as object
    await route.fulfill({
      response,
      json: { ...body, mutedUntil: Date.parse('2026-02-06T09:00:00Z'), muteReason: 'Insults in the citizens’ chat.' },
    })
  })
  await page.reload()
  await page.getByRole('note').waitFor()
  await page.unroute('**/api/messenger/get-groups**')
}

/** Writes while the nation is out of reach: what was written stays, with Retry. */
async function sendUnheard(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.waitFor()
  await page.getByRole('region', { name: 'Messages', exact: true }).getByRole('listitem').first().waitFor()
  await page.context().setOffline(true)
  await page.route('**/api/**', (route) => route.abort())
  await field.fill('The ferry is late again, and the pier is dark.')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 120_000 })
}

/** What was reported to them is reported by `messenger-reported`. */
const forModerators = (
  [
    { name: 'messenger-reports' },
    { name: 'messenger-evidence', opens: evidenceWithImage },
    { name: 'messenger-mute', windowOnly: true, opens: mutes },
  ] satisfies Screen[]
).map((screen) => ({ ...screen, path: '/messenger/reports', as: 'milo_moderator', after: 'messenger-reported' }))

async function forCitizens(nation: RunningNation): Promise<Screen[]> {
  const { interviews } = await read<{ interviews: { id: string }[] }>(nation, 'interviews/list')
  const [past] = (await read<{ elections: { id: string }[] }>(nation, 'elections/list?status=past&limit=1')).elections
  const { members } = await read<{ members: { uid: string; twitterUsername: string }[] }>(
    nation,
    'members/get-government',
  )
  const pageOf = (handle: string) =>
    `/gov-official/${members.find(({ twitterUsername }) => twitterUsername === handle)?.uid}`
  const official = pageOf('piet_president')
  const as = 'ada_citizen'
  return [
    { name: 'promises', path: official },
    { name: 'promises-citizen', path: official, as },
    { name: 'promises-official', path: official, as: 'piet_president' },
    {
      name: 'promises-dialog',
      path: official,
      as: 'piet_president',
      windowOnly: true,
      opens: press(/^Say what became of it/),
    },
    wrongIn('promises-dialog-wrong', official, 'piet_president', /^Say what became of it/),
    {
      name: 'promises-earlier',
      path: pageOf('eirik_bakke'),
      as,
      opens: (page) =>
        page
          .locator('summary')
          .filter({ hasText: /promises done, 1 broken$/ })
          .first()
          .click(),
    },
    { name: 'promises-fails', path: official, as, opens: promisesOnly('fail') },
    { name: 'promises-waits', path: official, as, opens: promisesOnly('wait'), loadsForever: true },
    { name: 'candidate-in-office-before', path: `/elections/candidate/${await standingAgain(nation)}`, as },
    {
      name: 'candidate-edited',
      path: `/elections/candidate/${await standingAgain(nation)}`,
      as,
      opens: candidateRead('edited'),
    },
    {
      name: 'candidate-removed',
      path: `/elections/candidate/${await standingAgain(nation)}`,
      as,
      opens: candidateRead('removed'),
    },
    { name: 'home-citizen', path: '/', as },
    { name: 'menu-citizen', path: '/gov-staff', as, opens: unfoldMenu, windowOnly: true },
    { name: 'home-citizen-fails', path: '/', as, calls: 'fail' },
    { name: 'home-citizen-waits', path: '/', as, calls: 'wait' },
    { name: 'home-candidate', path: '/', as: 'cleo_candidate' },
    ...(past ? [{ name: 'results-citizen', path: `/elections/results/${past.id}`, as: 'mina_minister' }] : []),
    { name: 'profile', path: '/profile', as },
    { name: 'citizen-page', path: '/profile', as: 'mina_minister', opens: openOwnPage },
    { name: 'citizen-page-missing', path: '/citizen/00C0FFEE' },
    { name: 'elections-citizen', path: '/elections', as },
    { name: 'run-for-office', path: '/elections/create-profile', as },
    {
      name: 'run-for-office-wrong',
      path: '/elections/create-profile',
      as,
      windowOnly: true,
      staysThere: true,
      opens: sendWrong,
    },
    {
      name: 'run-for-office-name-taken',
      path: '/elections/create-profile',
      as,
      windowOnly: true,
      staysThere: true,
      opens: standAsAnother,
    },
    {
      name: 'edit-profile',
      path: `/elections/edit-profile/${await candidacyOf(nation, 'minister_finance', 'luana43')}`,
      as: 'luana43',
    },
    { name: 'ballot', path: '/elections/ballot/minister_finance', as },
    { name: 'ballot-compare', path: await comparison(nation), as },
    { name: 'ballot-record', path: '/elections/ballot/president', as },
    { name: 'ballot-compare-record', path: await comparison(nation, 'president', await standingAgain(nation)), as },
    { name: 'ballot-done', path: '/elections/ballot/done', as },
    { name: 'ballot-complete', path: '/elections/ballot/done', as, opens: allCast(nation) },
    { name: 'ballot-fails', path: '/elections/ballot/minister_finance', as, calls: 'fail' },
    { name: 'ballot-waits', path: '/elections/ballot/minister_finance', as, calls: 'wait' },
    { name: 'vote-hub', path: '/vote', as },
    {
      name: 'vote-hub-poll',
      path: '/vote',
      as,
      opens: (page) => page.getByRole('article').first().getByRole('button').first().click(),
    },
    {
      name: 'vote-hub-poll-wrong',
      path: '/vote',
      as,
      windowOnly: true,
      staysThere: true,
      opens: async (page) => {
        await page.getByRole('article').first().getByRole('button').first().click()
        await sendWrong(page)
      },
    },
    { name: 'vote-hub-archived', path: '/vote?tab=archived', as },
    { name: 'vote-hub-fails', path: '/vote', as, calls: 'fail' },
    { name: 'vote-hub-waits', path: '/vote', as, calls: 'wait' },
    { name: 'bank-citizen', path: '/bank', as },
    ...interviews
      .slice(0, 2)
      .map(({ id }, index) => ({ name: `interview-${index + 1}-citizen`, path: `/interviews/${id}`, as })),
    { name: 'interviews-mine', path: '/interviews?show=mine', as },
    {
      name: 'profile-delete',
      path: '/profile',
      as,
      windowOnly: true,
      staysThere: true,
      opens: press('Delete my account'),
    },
    { name: 'dashboard-closed', path: '/government', as },
    { name: 'profile-fails', path: '/profile', as, calls: 'fail' },
    { name: 'messenger-list', path: '/messenger', as },
    { name: 'messenger-group', path: '/messenger/citizens', as },
    { name: 'messenger-direct', path: '/messenger', as, opens: conversation(/Come sailing/) },
    { name: 'messenger-report', as, windowOnly: true, opens: reportOne },
    { name: 'messenger-request', path: '/messenger', as, opens: conversation(/Can I bring a bicycle/) },
    { name: 'messenger-reported', path: '/messenger/citizens', as, opens: reportToModerators },
    { name: 'messenger-empty', path: '/messenger', as, opens: writeTo('astrid33') },
    {
      name: 'messenger-menu',
      path: '/messenger/citizens',
      as,
      windowOnly: true,
      opens: async (page) => {
        const lines = page.getByRole('region', { name: 'Messages', exact: true }).getByRole('listitem')
        const theirs = lines.filter({ hasText: 'See you on Thursday' })
        await theirs.hover()
        await theirs.getByRole('button', { name: /^Actions/ }).click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'messenger-block',
      path: '/messenger',
      as,
      alone: true,
      windowOnly: true,
      opens: async (page) => {
        await conversation(/On the bank/)(page)
        await unblock(page)
        await press('Conversation settings')(page)
        await page.getByRole('menuitem', { name: /^Block/ }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'messenger-blocked',
      as,
      alone: true,
      opens: async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
        await page.getByRole('note').waitFor()
      },
    },
    {
      name: 'messenger-blocks',
      path: '/messenger',
      as,
      after: 'messenger-blocked',
      alone: true,
      windowOnly: true,
      opens: async (page) => {
        await press('Blocked citizens')(page)
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    {
      name: 'messenger-unblocked',
      path: '/messenger',
      as,
      alone: true,
      opens: inTurn(conversation(/On the bank/), unblock),
    },
    { name: 'messenger-left', path: '/messenger', as, opens: inTurn(conversation(/On the bank/), left) },
    { name: 'messenger-unread', path: '/messenger/citizens', as, staysThere: true, opens: unread },
    { name: 'messenger-marked', path: '/messenger/citizens?at=9', as, staysThere: true },
    { name: 'messenger-images', path: '/messenger/citizens', as, opens: fourImages },
    { name: 'messenger-folded', path: '/messenger/citizens', as, opens: folded },
    { name: 'messenger-drop', path: '/messenger/citizens', as, opens: heldOver },
    { name: 'messenger-images-wait', path: '/messenger/citizens', as, loadsForever: true, opens: waitsForImages },
    { name: 'messenger-found', path: '/messenger?find=harbour', as, opens: someFound },
    { name: 'messenger-blocks-fail', path: '/messenger', as, windowOnly: true, opens: blockedCitizens('fail') },
    {
      name: 'messenger-blocks-wait',
      path: '/messenger',
      as,
      windowOnly: true,
      loadsForever: true,
      opens: blockedCitizens('wait'),
    },
    {
      name: 'messenger-room-menu',
      path: '/messenger',
      as,
      windowOnly: true,
      opens: inTurn(conversation(/Come sailing/), press('Conversation settings')),
    },
    { name: 'messenger-admins', path: '/messenger/admins', as: 'alma_admin' },
    { name: 'messenger-muted', path: '/messenger/citizens', as, opens: mutedNow },
    ...forModerators,
    { name: 'messenger-waiting', path: '/messenger', as: 'tiny_newborn', opens: conversation(/Can I bring a bicycle/) },
    {
      name: 'chat-widget-official',
      path: '/rules',
      as: 'piet_president',
      windowOnly: true,
      opens: press(/^Open chat/),
    },
    { name: 'messenger-offline', path: '/messenger/citizens', as: 'wale_whale', opens: sendUnheard },
    { name: 'chat-widget', path: '/rules', as, windowOnly: true, opens: press(/^Open chat/) },
    ...['elections', 'vote', 'bank', 'profile'].map((path) => ({
      name: `chat-widget-over-${path}`,
      path: `/${path}`,
      as,
      windowOnly: true,
    })),
    { name: 'messenger-forbidden', path: '/messenger/admins', as },
    { name: 'messenger-unknown', path: '/messenger/c/019c0000-0000-7000-8000-000000000000', as },
    { name: 'messenger-fails', path: '/messenger/citizens', as, calls: 'fail' },
    { name: 'messenger-waits', path: '/messenger/citizens', as, calls: 'wait' },
    {
      name: 'messenger-search',
      path: '/messenger',
      as,
      opens: async (page) => {
        await page.getByRole('combobox', { name: 'Search for a citizen to write to' }).fill('mina')
        await page.getByRole('option').first().waitFor()
      },
    },
  ]
}

/** A button of a job, whose line a phone unfolds first. */
const ofJob = (button: string, title: string) => async (page: Page) => {
  const details = page.getByRole('button', { name: `Details: ${title}` })
  const folded = details.and(page.locator('[aria-expanded="false"]'))
  if (await folded.isVisible()) await details.click()
  await press(`${button}: ${title}`)(page)
}

/** Two copies of portraits that failed: one waits for a person, one is tried again. A nation that is drawn has none. */
async function portraitsFail(page: Page): Promise<void> {
  const at = Date.parse('2026-02-05T15:00:00Z')
  const one = { what: 'citizens.arrived', happenedAt: at - 3_600_000 }
  const failures = [
    { ...one, entry: 1207, attempts: 20, stuck: true, error: 'The picture could not be read: 503.' },
    { ...one, entry: 1212, attempts: 4, stuck: false, error: 'connect ECONNREFUSED 10.0.0.7:443' },
  ]
  const facts = { stuck: 1, waiting: 1, oldestWaitingAt: at, error: failures[0]?.error, failedAt: at }
  await page.route('**/api/admin/job-failures*', (route) =>
    route.fulfill({ json: { success: true, failures, nextCursor: null } }),
  )
  await page.route(/\/api\/admin\/jobs(\?|$)/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { jobs: { name: string }[] }
    for (const job of answer.jobs) if (job.name === 'citizens.keep-portrait') Object.assign(job, facts)
    await route.fulfill({ response, json: answer })
  })
  const button = page.getByRole('button', { name: 'Failures: Copies of portraits', includeHidden: true })
  await button.waitFor({ state: 'attached' })
}

function forAdministrators(nation: RunningNation): Screen[] {
  const as = 'alma_admin'
  const enter = async (page: Page) => {
    await page.getByLabel('Username').fill(nation.admin?.username ?? '')
    await page.getByLabel('Password').fill(nation.admin?.password ?? '')
    await press('Enter')(page)
    await page.getByRole('navigation', { name: 'Administration' }).waitFor()
    await page.getByRole('list', { name: 'Members' }).waitFor()
  }
  const tab = (name: string) => (page: Page) =>
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name }).click()
  /** A tab that was not open before, whose calls are refused or never answered. */
  const fated = (calls: 'fail' | 'wait', name: string) => async (page: Page) => {
    const json = { success: false, error: 'The nation is busy. Please try again in a moment.', code: 'invalid_input' }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(/\/api\/(admin|bank|candidates|elections|members)\b/, (route) =>
      calls === 'fail' ? route.fulfill({ status: 400, json }) : undefined,
    )
    await tab(name)(page)
    await page
      .getByText(calls === 'fail' ? /could not be/ : /^Loading the/)
      .first()
      .waitFor({ state: 'attached' })
  }
  return [
    { name: 'home-administrator', path: '/', as },
    { name: 'home-president', path: '/', as: 'piet_president' },
    { name: 'dashboard-overview', path: '/government', as },
    { name: 'dashboard-overview-official', path: '/government', as: 'piet_president' },
    { name: 'dashboard-overview-fails', path: '/government', as, calls: 'fail' },
    { name: 'dashboard-overview-waits', path: '/government', as, calls: 'wait' },
    { name: 'dashboard-hierarchy', path: '/government?tab=hierarchy', as },
    {
      name: 'dashboard-hierarchy-search',
      path: '/government?tab=hierarchy',
      as,
      opens: press('Appoint: Minister of Justice'),
    },
    { name: 'dashboard-hierarchy-official', path: '/government?tab=hierarchy', as: 'piet_president' },
    { name: 'dashboard-hierarchy-fails', path: '/government?tab=hierarchy', as, calls: 'fail' },
    { name: 'dashboard-hierarchy-waits', path: '/government?tab=hierarchy', as, calls: 'wait' },
    { name: 'dashboard-polls', path: '/government?tab=polls', as },
    { name: 'dashboard-poll-dialog', path: '/vote', as, windowOnly: true, opens: press('Create Poll') },
    wrongIn('dashboard-poll-dialog-wrong', '/vote', as, 'Create Poll'),
    { name: 'dashboard-interviews', path: '/government?tab=interviews', as },
    {
      name: 'dashboard-interview-dialog',
      path: '/government?tab=interviews',
      as,
      windowOnly: true,
      opens: press('Create Interview'),
    },
    wrongIn('dashboard-interview-dialog-wrong', '/government?tab=interviews', as, 'Create Interview'),
    {
      name: 'dashboard-delete-interview',
      path: '/government?tab=interviews',
      as,
      windowOnly: true,
      opens: press('Delete'),
    },
    {
      name: 'dashboard-responses',
      path: '/government?tab=interviews',
      as,
      opens: (page) => page.getByRole('link', { name: 'View Responses' }).first().click(),
    },
    { name: 'dashboard-tasks', path: '/government?tab=tasks', as },
    {
      name: 'dashboard-task',
      path: '/government?tab=tasks',
      as,
      opens: press('Count the lamps on the harbour steps'),
    },
    { name: 'dashboard-tasks-none', path: '/government?tab=tasks&role=justiceMinister', as },
    { name: 'dashboard-tasks-by-person', path: '/government?tab=tasks&show=person', as },
    { name: 'dashboard-task-dialog', path: '/government?tab=tasks', as, windowOnly: true, opens: press('Create Task') },
    wrongIn('dashboard-task-dialog-wrong', '/government?tab=tasks', as, 'Create Task'),
    { name: 'dashboard-tasks-fails', path: '/government?tab=tasks', as, calls: 'fail' },
    { name: 'dashboard-tasks-waits', path: '/government?tab=tasks', as, calls: 'wait' },
    { name: 'dashboard-polls-fails', path: '/government?tab=polls', as, calls: 'fail' },
    { name: 'dashboard-interviews-fails', path: '/government?tab=interviews', as, calls: 'fail' },
    { name: 'dashboard-polls-waits', path: '/government?tab=polls', as, calls: 'wait' },
    { name: 'dashboard-interviews-waits', path: '/government?tab=interviews', as, calls: 'wait' },
    { name: 'elections-plan', path: '/elections?view=upcoming', as, opens: press('Plan an election') },
    {
      name: 'elections-plan-wrong',
      path: '/elections?view=upcoming',
      as,
      windowOnly: true,
      staysThere: true,
      opens: async (page) => {
        await press('Plan an election')(page)
        await page.getByLabel(/^Opens/).fill('')
        await sendWrong(page)
      },
    },
    { name: 'vote-hub-administrator', path: '/vote', as },
    { name: 'admin-gate', path: '/admin', as },
    { name: 'admin-gate-wrong', path: '/admin', as, windowOnly: true, staysThere: true, opens: sendWrong },
    { name: 'admin-members', as, opens: enter },
    {
      name: 'admin-dashboard',
      as,
      opens: async (page) => {
        await tab('Dashboard')(page)
        await page.getByRole('region', { name: 'Failed tries' }).waitFor()
      },
      hides: 'main time, main dd',
    },
    { name: 'admin-broadcast', as, opens: tab('Broadcast') },
    { name: 'admin-broadcast-wrong', as, windowOnly: true, staysThere: true, opens: sendWrong },
    { name: 'admin-bank', as, opens: tab('Bank') },
    {
      name: 'admin-bank-mark-wrong',
      as,
      windowOnly: true,
      staysThere: true,
      opens: async (page) => {
        const payments = page.getByRole('region', { name: 'Payments' })
        await payments
          .getByRole('button', { name: /^Mark as paid/ })
          .first()
          .click()
        await payments.getByRole('button', { name: 'Save as paid' }).click()
        await payments.locator('[aria-invalid="true"]').first().waitFor()
      },
    },
    {
      name: 'admin-bank-batch-wrong',
      as,
      windowOnly: true,
      staysThere: true,
      opens: async (page) => {
        const csv = 'payment_id,reference\nno-such-payment,\n'
        const file = { name: 'batch.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
        const field = page.getByLabel('Mark a batch as paid from CSV')
        await field.setInputFiles(file)
        await page.locator('input[type="file"][aria-invalid="true"]').waitFor({ state: 'attached' })
        await page.getByText('Mark a batch as paid from CSV').scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'admin-bank-wrong',
      as,
      windowOnly: true,
      staysThere: true,
      opens: async (page) => {
        const form = page.getByRole('form', { name: 'Percentages' })
        await form.getByLabel('President', { exact: true }).fill('-1')
        await form.getByLabel('Minister of Justice').fill('101')
        await press('Save percentages')(page)
        await form.getByRole('link', { name: 'Minister of Justice' }).waitFor()
      },
    },
    {
      name: 'admin-chat',
      as,
      opens: async (page) => {
        await tab('Chat')(page)
        await page.getByRole('heading', { name: 'Chat' }).first().waitFor()
      },
      hides: 'main time',
    },
    {
      name: 'admin-elections',
      as,
      opens: async (page) => {
        await tab('Elections')(page)
        await page.getByRole('list', { name: 'Candidates' }).waitFor()
      },
      hides: 'main time',
    },
    {
      name: 'admin-settings',
      as,
      opens: async (page) => {
        await tab('Settings')(page)
        await page.getByRole('form', { name: 'Links' }).waitFor()
      },
    },
    {
      name: 'admin-settings-question',
      as,
      windowOnly: true,
      opens: async (page) => {
        await page.getByLabel('Followers on X').fill('250')
        await page
          .getByRole('form', { name: 'Followers that a candidacy needs' })
          .getByRole('button', { name: 'Change' })
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'admin-settings-full',
      as,
      opens: async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        const form = page.getByRole('form', { name: 'Links' })
        for (let n = 1; n <= 12; n++) {
          await form.getByRole('button', { name: 'Add link' }).click()
          await form.getByLabel(`Name of link ${n}`).fill(`Community ${n}`)
          await form.getByLabel(`Address of link ${n}`).fill(n === 12 ? 'http://x.example' : `https://${n}.example`)
        }
        await page.getByLabel('Followers on X').fill('-1')
        await page
          .getByRole('form', { name: 'Followers that a candidacy needs' })
          .getByRole('button', { name: 'Change' })
          .click()
        await form.getByRole('button', { name: 'Save links' }).click()
      },
    },
    { name: 'admin-switch-question', as, windowOnly: true, opens: press('Switch off elections') },
    {
      name: 'admin-jobs',
      as,
      opens: async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await tab('Jobs')(page)
        await page.getByRole('list', { name: 'On a schedule' }).waitFor()
      },
      hides: 'main time, main [data-state] ~ *, main dd, main progress, main li p, main svg',
    },
    {
      name: 'admin-job-failures',
      as,
      opens: async (page) => {
        await portraitsFail(page)
        // What fails when the tab is opened comes first.
        await tab('Audit')(page)
        await tab('Jobs')(page)
        await page.getByRole('list', { name: 'To look at first' }).waitFor()
        await ofJob('Failures', 'Copies of portraits')(page)
      },
      hides: 'main time, main dd, main li p, main svg',
    },
    {
      name: 'admin-job-question',
      as,
      windowOnly: true,
      opens: async (page) => {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await ofJob('Pause', 'Salaries')(page)
      },
    },
    {
      name: 'admin-sign-ins',
      as,
      opens: async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await tab('Sign-ins')(page)
      },
      hides: 'main time',
    },
    {
      name: 'admin-bank-all',
      path: '/admin',
      as,
      opens: inTurn(enter, tab('Bank'), press(/^Show all/)),
    },
    {
      name: 'admin-bank-paid',
      as,
      opens: async (page) => {
        await page.getByRole('radio', { name: 'Paid', exact: true }).check({ force: true })
        await page.getByRole('list', { name: 'Payments' }).getByText('Paid').first().waitFor()
      },
    },
    {
      name: 'admin-bank-empty',
      as,
      opens: async (page) => {
        await page.route('**/api/bank/get-payments**', (route) =>
          route.fulfill({ json: { success: true, payments: [], nextCursor: null } }),
        )
        await page.getByRole('radio', { name: 'All', exact: true }).check({ force: true })
        await page.getByText('No payments yet').waitFor()
      },
    },
    { name: 'admin-bank-fails', path: '/admin', as, opens: inTurn(enter, fated('fail', 'Bank')) },
    { name: 'admin-elections-fails', as, opens: fated('fail', 'Elections') },
    { name: 'admin-jobs-fails', as, opens: fated('fail', 'Jobs') },
    {
      name: 'admin-bank-waits',
      path: '/admin',
      as,
      loadsForever: true,
      opens: inTurn((page) => page.unrouteAll({ behavior: 'ignoreErrors' }), enter, fated('wait', 'Bank')),
    },
    { name: 'admin-elections-waits', as, loadsForever: true, opens: fated('wait', 'Elections') },
    { name: 'admin-jobs-waits', as, loadsForever: true, opens: fated('wait', 'Jobs') },
  ]
}
