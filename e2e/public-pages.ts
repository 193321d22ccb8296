import { figures, valueOf } from './support/figures'
import { expect, type Page } from './support/test'

/** A page that everybody may see, at the demo nation's Thursday afternoon. */
export interface PublicPage {
  readonly name: string
  readonly path: string | ((page: Page) => Promise<string>)
  /** What one does there before reading. */
  readonly opens?: (page: Page) => Promise<void>
  /** What the requirements say that one reads there, at any size and in any colours. */
  readonly reads: (page: Page) => Promise<void>
  /** How high it may be on a phone, in pixels. */
  readonly phoneHeight?: number
  /** Whether there is nothing to read while the nation does not answer: the page then says so, and offers to try again. */
  readonly needsTheNation?: boolean
  /** What the browser may complain of: a page about something missing is told by the server that it is missing. */
  readonly mayComplain?: RegExp
}

export const forMinister = 'Théo Lefèvre'
const nobody = '019c0000-0000-7000-8000-000000000000'

const main = (page: Page) => page.getByRole('main')
const sees = (page: Page, name: string | RegExp) =>
  expect(main(page).getByRole('heading', { name }).first()).toBeVisible()

/** Where a page is; some are found by a link on another. */
export const addressOf = ({ path }: PublicPage, page: Page): Promise<string> =>
  typeof path === 'string' ? Promise.resolve(path) : path(page)

/** The address that a link on a page leads to. */
async function linked(page: Page, from: string, name: string | RegExp): Promise<string> {
  await page.goto(from)
  return (await main(page).getByRole('link', { name }).first().getAttribute('href')) ?? ''
}

const wall = (path: string): PublicPage => ({
  name: `the auth wall at ${path}`,
  path,
  async reads(page) {
    await sees(page, 'Authentication Required')
    await expect(main(page)).toContainText('connect your Twitter account')
    await expect(main(page).getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  },
})

const sections = [
  'Quick Summary',
  'Core Principles',
  'Voting Power System',
  'Membership Requirements',
  'Government Salaries',
  'Code of Conduct',
]

export const publicPages: readonly PublicPage[] = [
  {
    name: 'home',
    path: '/',
    async reads(page) {
      await sees(page, 'How Democracy Works')
      for (const step of ['Hold $ON', 'Vote Weekly', 'See Change']) await sees(page, step)
      await expect(main(page).getByRole('button', { name: 'Connect with Twitter' }).first()).toBeVisible()
      await expect(main(page).getByRole('link', { name: 'Learn More' }).first()).toBeVisible()
      await expect(valueOf(main(page), 'Total Citizens')).toMatchAriaSnapshot('- definition: /^[1-9]\\d*$/')
      await expect(page.getByRole('region', { name: 'News ticker' })).toContainText('Voting for the six ministries')
    },
  },
  {
    name: 'the constitution, on its summary',
    path: '/rules',
    async reads(page) {
      await sees(page, 'Constitution')
      for (const section of sections) {
        await expect(main(page).getByRole('button', { name: new RegExp(`${section}$`) })).toHaveAttribute(
          'aria-expanded',
          String(section === 'Quick Summary'),
        )
      }
      await expect(main(page).getByText('followers on X at the moment you stand')).toBeVisible()
    },
  },
  {
    name: 'the constitution, all of it',
    path: '/rules',
    opens: (page) => main(page).getByRole('button', { name: 'Open all sections' }).click(),
    async reads(page) {
      for (const said of [
        'A vote can be changed until the position’s phase closes; then it is final.',
        'at least 100 followers on X',
        '50,000 $ON in the wallet that you have linked',
        'The presidential seat is paid 45% of the budget, the ministries 55%; together 100%.',
        'The Ministry of Marketing enforces this code',
      ]) {
        await expect(main(page).getByText(said).first()).toBeVisible()
      }
      const weights = main(page).getByRole('table', {
        name: 'What a vote weighs',
      })
      for (const row of ['Base Citizen 0', 'Token Holder 1,000,000', 'Major Holder 5,000,000', 'Whale 20,000,000']) {
        await expect(weights.getByRole('row', { name: row })).toBeVisible()
      }
    },
  },
  {
    name: 'an article that a link points at',
    path: '/rules#voting-power-system',
    async reads(page) {
      await expect(main(page).getByRole('button', { name: /Voting Power System$/ })).toHaveAttribute(
        'aria-expanded',
        'true',
      )
      await expect(main(page).getByRole('heading', { name: 'Voting Power System' })).toBeInViewport()
    },
  },
  {
    name: 'participation',
    path: '/participation',
    async reads(page) {
      await sees(page, 'Participation')
      for (const way of ['Elections', 'Vote', 'Interviews']) {
        await expect(main(page).getByRole('article', { name: way })).toBeVisible()
      }
      const elections = main(page).getByRole('article', { name: 'Elections' })
      await expect(elections.getByRole('link', { name: 'Go to the elections' })).toHaveAttribute('href', '/elections')
      await expect(elections).toContainText('The ministries')
      await expect(elections).toContainText(/Voting closes in\s*\d/)
      for (const [way, path] of [
        ['Vote', '/vote'],
        ['Interviews', '/interviews'],
      ] as const) {
        await expect(main(page).getByRole('article', { name: way }).getByRole('link').last()).toHaveAttribute(
          'href',
          path,
        )
      }
    },
  },
  {
    name: 'elections',
    needsTheNation: true,
    path: '/elections',
    async reads(page) {
      await expect(main(page).getByRole('link', { name: 'Run for Office' })).toBeVisible()
      await figures(main(page), {
        'Elections Status': 'Active',
        'Your Status': 'Visitor',
      })
      await expect(valueOf(main(page), 'Total Candidates')).toBeVisible()
      await expect(main(page).getByPlaceholder('Search candidates...')).toBeVisible()
      // The nine offices, what is open now, and all. Those of offices that are closed are folded away.
      const chips = main(page).getByRole('group', { name: 'Position' }).getByRole('button', { includeHidden: true })
      await expect(chips).toHaveCount(11)
      const citizens = main(page).getByRole('list', { name: 'Minister of Citizens' })
      await expect(citizens.getByRole('article', { name: forMinister })).toBeVisible()
    },
  },
  {
    name: 'a candidate',
    needsTheNation: true,
    path: (page) => linked(page, '/elections', forMinister),
    async reads(page) {
      await expect(page.getByRole('heading', { level: 1, name: forMinister })).toBeVisible()
      await expect(page.getByRole('button', { name: /Sign in to vote/i })).toBeVisible()
      for (const part of ['Vision', 'Why vote for me', 'Biography']) await sees(page, part)
      const ballot = page.getByRole('complementary', { name: 'Ballot' })
      await expect(valueOf(ballot, 'Votes')).toBeVisible()
      await expect(valueOf(ballot, 'Supporters')).toBeVisible()
    },
  },
  {
    name: 'a past result',
    needsTheNation: true,
    path: (page) => linked(page, '/elections', /Results$/),
    async reads(page) {
      await expect(page.getByRole('heading', { level: 1, name: 'Results' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'President' })).toContainText('Piet de Vries')
      await expect(page.getByRole('region', { name: 'President' })).toContainText('Decided by weight')
    },
  },
  {
    name: 'the government',
    needsTheNation: true,
    path: '/gov-staff',
    async reads(page) {
      await figures(main(page), { 'positions filled': '9 /9' })
      await expect(valueOf(main(page), 'total citizens')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Cabinet positions' }).getByRole('article')).toHaveCount(9)
      await expect(page.getByRole('article', { name: 'President' })).toContainText('Piet de Vries')
      for (const title of ['Prime Minister', 'Secretary of State', 'Minister of Finance', 'Minister of Raid Corps']) {
        await expect(page.getByRole('article', { name: title, exact: true })).toBeVisible()
      }
      await expect(main(page).getByRole('link', { name: 'View Elections' })).toBeVisible()
    },
  },
  {
    name: 'an official',
    needsTheNation: true,
    path: (page) => linked(page, '/gov-staff', 'Piet de Vries'),
    async reads(page) {
      await expect(page).toHaveURL(/\/gov-official\/[0-9a-f-]{36}$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Piet de Vries' })).toBeVisible()
      for (const part of ['Campaign Vision', 'Biography', 'Goals', 'Promises']) await sees(page, part)
      await expect(main(page)).toContainText('96.4K followers')
      const certificate = page.getByRole('complementary', {
        name: 'Certificate of office',
      })
      await figures(certificate, { Status: 'ACTIVE' })
      const position = valueOf(certificate, 'Position').getByRole('link', { name: 'President', exact: true })
      await expect(position).toHaveAttribute('href', '/office/president')
      await expect(valueOf(certificate, 'Election votes')).toBeVisible()
      await expect(certificate).toContainText('Decided by weight')
      await expect(certificate.getByRole('link', { name: 'Follow on Twitter' })).toBeVisible()
    },
  },
  {
    name: 'an official who never was',
    path: `/gov-official/${nobody}`,
    mayComplain: /404 .*\/(api\/members|gov-official)/,
    async reads(page) {
      await sees(page, 'Official not found')
      await expect(main(page).getByRole('link', { name: 'Back to Government Staff' })).toHaveAttribute(
        'href',
        '/gov-staff',
      )
    },
  },
  {
    name: 'an official with an address that is none',
    path: '/gov-official/somebody',
    mayComplain: /400 .*\/api\/members|404 .*\/gov-official/,
    reads: (page) => sees(page, 'Official not found'),
  },
  {
    name: 'a candidate who never was',
    path: `/elections/candidate/${nobody}`,
    mayComplain: /404 .*\/(api\/candidates|elections\/candidate)/,
    reads: (page) => sees(page, 'Candidate not found'),
  },
  {
    name: 'the bank',
    path: '/bank',
    phoneHeight: 5_600,
    needsTheNation: true,
    async reads(page) {
      await expect(page.getByRole('heading', { level: 1, name: 'Bank' })).toBeVisible()
      await sees(page, 'Total salary pool')
      await sees(page, 'Next payment')
      await expect(main(page).getByRole('article', { name: 'President', exact: true })).toContainText('20%')
    },
  },
  {
    name: 'interviews',
    path: '/interviews',
    needsTheNation: true,
    async reads(page) {
      await expect(page.getByRole('heading', { level: 1, name: 'Interviews' })).toBeVisible()
      const card = main(page).getByRole('list', { name: 'Interviews', exact: true }).getByRole('article').first()
      await expect(card).toContainText('Active')
      await expect(card).toContainText(/\d questions?/)
    },
  },
  {
    name: 'an interview',
    path: async (page) => {
      await page.goto('/interviews')
      const cards = main(page).getByRole('list', { name: 'Interviews', exact: true })
      return (await cards.getByRole('link').first().getAttribute('href')) ?? ''
    },
    needsTheNation: true,
    async reads(page) {
      await expect(page).toHaveURL(/\/interviews\/[0-9a-f-]{36}$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(
        main(page)
          .getByRole('button', { name: /Connect/ })
          .first(),
      ).toBeVisible()
    },
  },
  wall('/elections/create-profile'),
  wall('/vote'),
  wall('/profile'),
  wall('/government'),
  wall('/admin'),
  {
    name: 'a page that does not exist',
    path: '/no-such-place',
    mayComplain: /404 .*\/no-such-place/,
    reads: (page) => sees(page, 'Page not found'),
  },
]
