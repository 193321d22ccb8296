import type { Row } from '../src/lib/replica/types'

const first = ['Alma', 'Bruno', 'Chloé', 'Dávid', 'Élodie', 'Farid', 'Grete', 'Hiro', 'Ines', 'Jón', 'Kwame', 'Lucía']
const last = [
  'Abel',
  'Brûlé',
  'Castro',
  'Dubois',
  'Engel',
  'Farkas',
  'Goto',
  'Haas',
  'Ivanov',
  'Jensen',
  'Kovács',
  'Lund',
]
const verbs = [
  ' was appointed ',
  ' was removed as ',
  ' resigned as ',
  ' gave a task to ',
  ' closed the poll ',
  ' was paid as ',
]
const offices = ['president', 'secretary', 'minister_finance', 'minister_culture']
const uid = (n: number) => `0191e0a0-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A citizen of a nation that is made up. */
export const member = (n: number): Row => ({
  id: uid(n),
  username: `${first[n % 12]} ${last[Math.floor(n / 12) % 12]} ${n}`,
  twitterUsername: `${first[(n * 7) % 12]!.toLowerCase()}_${n}`,
  profilePicture: `/media/portraits/${n}.webp`,
  governmentRole: n % 10_000 === 0 ? 'secretary' : null,
  isAdmin: false,
  isSuperAdmin: false,
  isModerator: n % 500 === 0,
  isCandidate: false,
  followers: n,
  verified: n % 3 === 0,
  walletAddress: `So${((n * 7_919) % 1e9).toString(36)}${n.toString(36)}1111111111111111111111111111`,
  tokenBalanceUnits: String(n * 1_000_000),
  joinedAt: 1_700_000_000_000 + n,
})

/** @param members of how many citizens it may be */
export const entry = (n: number, members: number): Row => ({
  id: String(n),
  kind: ['government.appointed', 'tasks.created', 'polls.closed', 'bank.salary-paid'][n % 4],
  at: 1_700_000_000_000 + n * 1_000,
  sentence: [
    { is: 'person', id: uid((n * 31) % members) },
    verbs[n % verbs.length],
    { is: 'office', id: offices[n % 4] },
    // One of ten has words of its own, such as a reason.
    ...(n % 10 === 0 ? [`: reason number ${n}, which an administrator typed.`] : ['.']),
  ],
})

/** What is typed, letter by letter. */
export const queries = [
  'a',
  'al',
  'alm',
  'alma',
  'alma b',
  'brule',
  'KOVACS',
  'é',
  'élodie 777',
  'son number 5',
  'appointed secretary',
  'administrator typed',
  'zzz',
  '99',
  'wallet',
  'so1',
  'resigned lund',
  'nothing of this',
  'ona',
  'lucia g',
  'typed 123450',
  'x',
]

/** A page as a server answers it. */
export const pageOf = (table: string, rows: readonly Row[], next: string | null) => {
  const columns = Object.keys(rows[0] ?? { id: '' })
  const numbered = table === 'gazette' || table === 'audit'
  const values = rows.map((row) => columns.map((name) => (name === 'id' && numbered ? Number(row.id) : row[name])))
  return { success: true, table, columns, rows: values, next }
}
