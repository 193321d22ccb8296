/** What a page is called and says of itself: in a browser's tab, in search results, and where its address is shared. */
export interface PageWords {
  readonly title: string
  readonly description: string
}

export const siteName = 'Nation'

/** The words of each page, by its path; `:id` stands for one part. */
const pages: Readonly<Record<string, PageWords>> = {
  '/': {
    title: 'Nation: a government elected every week',
    description:
      'Nation is a community whose token holders elect a government every week: stand for office, vote, and see what changes on Monday.',
  },
  '/rules': {
    title: 'Constitution',
    description: 'The constitution of Nation: principles, voting power, membership, salaries and the code of conduct.',
  },
  '/participation': {
    title: 'Participation',
    description: 'Three ways to take part in Nation: elections, polls and interviews.',
  },
  '/gov-staff': {
    title: 'Government Staff',
    description: 'The nine offices of Nation, who holds them this week, and which are vacant.',
  },
  '/gov-official/:id': {
    title: 'Official',
    description: 'An official of Nation: the office, how the seat was won, and what was promised for it.',
  },
  '/elections': {
    title: 'Elections',
    description: 'This week’s candidates for the nine offices of Nation, their programmes, and the vote as it stands.',
  },
  '/elections/create-profile': {
    title: 'Run for Office',
    description: 'Stand for one of the nine offices of Nation.',
  },
  '/elections/edit-profile/:id': { title: 'Edit Profile', description: 'Edit your candidacy.' },
  '/elections/candidate/:id': {
    title: 'Candidate',
    description: 'A candidate for office in Nation: vision, goals and promises.',
  },
  '/elections/results/:id': {
    title: 'Results',
    description: 'How Nation voted: every office, its winner, and the rule that decided.',
  },
  '/vote': { title: 'Vote Hub', description: 'What Nation decides by poll, and how its citizens voted.' },
  '/bank': { title: 'Bank', description: 'The government budget of Nation, and what each office is paid.' },
  '/profile': { title: 'Citizen ID', description: 'Your ID card as a citizen of Nation.' },
  '/interviews': { title: 'Interviews', description: 'What Nation asks its citizens.' },
  '/interviews/:id': { title: 'Interview', description: 'An interview with the citizens of Nation.' },
  '/government': { title: 'Government', description: 'The dashboard of those in office.' },
  '/messenger': { title: 'Messenger', description: 'Where the citizens of Nation talk.' },
  '/admin': { title: 'Administration', description: 'Behind the counter of Nation.' },
}

const patterns = Object.entries(pages).map(([path, words]) => ({
  path,
  words,
  parts: path.split('/'),
}))

export interface FoundPage extends PageWords {
  /** The pattern that the path follows, such as `/elections/candidate/:id`. */
  readonly pattern: string
  /** What stands where the pattern says `:id`. */
  readonly id: string | null
}

/** The page at a path, or null where there is none. A slash at the end makes no difference. */
export function pageAt(path: string): FoundPage | null {
  const parts = path.replace(/(?<=[^/])\/$/, '').split('/')
  for (const { path: pattern, words, parts: wanted } of patterns) {
    if (wanted.length !== parts.length) continue
    if (!wanted.every((part, index) => (part === ':id' ? parts[index] !== '' : part === parts[index]))) continue
    return { ...words, pattern, id: parts[wanted.indexOf(':id')] ?? null }
  }
  return null
}

/** A page's name as a browser's tab shows it: 'Elections · Nation'. */
export const titleInTab = (title?: string): string =>
  title === undefined || title === '' ? pages['/']!.title : `${title} · ${siteName}`
