import { NAME_SETS, plainLetters } from './names'
import { chanceFrom, hash64 } from './random'
import type { Chance } from './random'

/** Who a persona is in the demo nation. A `visitor` is the only one who is not registered there. */
export type PersonaKind =
  | 'visitor'
  | 'citizen'
  | 'whale'
  | 'candidate'
  | 'president'
  | 'minister'
  | 'moderator'
  | 'admin'
  | 'newborn'

/** An account on X that a developer can sign in with. */
export interface Persona {
  /** X's numeric id, as text: 19 digits, derived from the handle. */
  readonly id: string
  /** Without the @; 4 to 15 letters, digits and underscores. */
  readonly handle: string
  readonly name: string
  readonly followers: number
  readonly verified: boolean
  /** When the account was opened; midnight UTC for the demo's own. */
  readonly createdAt: Date
  /** The account's own line about itself. */
  readonly description: string
  readonly kind: PersonaKind
}

/** The handles of the personas that are known by name. */
export const PERSONA_HANDLES = {
  visitor: 'new_visitor',
  citizen: 'ada_citizen',
  whale: 'wale_whale',
  candidate: 'cleo_candidate',
  president: 'piet_president',
  minister: 'mina_minister',
  moderator: 'milo_moderator',
  admin: 'alma_admin',
  newborn: 'tiny_newborn',
} as const satisfies Record<PersonaKind, string>

/** How many personas there are besides those known by name. */
export const FURTHER_CITIZENS = 291

const DAY = 86_400_000

/** X's id of a handle; letter case does not matter. */
export function personaId(handle: string): string {
  return String(1_000_000_000_000_000_000n + (hash64(handle.toLowerCase()) % 900_000_000_000_000_000n))
}

/**
 * Everyone who can sign in to the demo nation: nine known by name, then the further citizens. The same list on every
 * machine, but for `createdAt`, which is counted back from the start of `now`'s day (UTC).
 */
export function demoPersonas(now: Date): Persona[] {
  const today = Math.floor(now.getTime() / DAY) * DAY
  return outlines().map(({ ageDays, ...persona }) => ({ ...persona, createdAt: new Date(today - ageDays * DAY) }))
}

interface Outline extends Omit<Persona, 'createdAt'> {
  readonly ageDays: number
}

let known: readonly Outline[] | undefined

function outlines(): readonly Outline[] {
  return (known ??= [...namedOutlines(), ...furtherOutlines()])
}

function named(
  kind: PersonaKind,
  name: string,
  description: string,
  account: { followers: number; ageDays: number; verified?: boolean },
): Outline {
  const handle = PERSONA_HANDLES[kind]
  return { id: personaId(handle), handle, name, description, kind, verified: false, ...account }
}

function namedOutlines(): Outline[] {
  const years = (count: number) => Math.round(count * 365.25)
  return [
    named('visitor', 'Nova Winter', 'A first-time visitor', { followers: 312, ageDays: years(3) }),
    named('citizen', 'Ada Lindgren', 'A citizen who may vote', { followers: 184, ageDays: years(5) }),
    named('whale', 'Wale Adeyemi', 'A citizen with a great many tokens and the heaviest vote', {
      followers: 48_200,
      ageDays: years(9),
      verified: true,
    }),
    named('candidate', 'Cleo Marchetti', 'Stands in the open election', { followers: 5_640, ageDays: years(6) }),
    named('president', 'Piet de Vries', 'The sitting president', {
      followers: 96_400,
      ageDays: years(11),
      verified: true,
    }),
    named('minister', 'Mina Farahani', 'A sitting minister', { followers: 21_900, ageDays: years(8), verified: true }),
    named('moderator', 'Milo Santos', 'Keeps the conversations civil', { followers: 2_310, ageDays: years(4) }),
    named('admin', 'Alma Okafor', 'Runs the nation as its administrator', {
      followers: 8_750,
      ageDays: years(10),
      verified: true,
    }),
    named('newborn', 'Tiny Nakamura', 'Account too young to vote', { followers: 27, ageDays: 40 }),
  ]
}

function furtherOutlines(): Outline[] {
  const chance = chanceFrom('the citizens of the demo nation')
  const takenHandles = new Set<string>(Object.values(PERSONA_HANDLES))
  const takenNames = new Set<string>()
  return Array.from({ length: FURTHER_CITIZENS }, (_, index) => {
    const { given, family } = freshName(chance, takenNames, index)
    const handle = freshHandle(chance, plainLetters(given), plainLetters(family), takenHandles)
    const followers = Math.floor(10 ** (chance.next() * Math.log10(250_000))) - 1
    return {
      id: personaId(handle),
      handle,
      name: `${given} ${family}`,
      followers,
      verified: chance.happens(0.03 + 0.06 * Math.log10(followers + 1)),
      ageDays: chance.happens(0.11) ? chance.between(30, 150) : chance.between(200, 15 * 365),
      description: `${chance.pick(CALLINGS)}. ${chance.pick(LEANINGS)}.`,
      kind: 'citizen',
    }
  })
}

function freshName(chance: Chance, taken: Set<string>, index: number): { given: string; family: string } {
  for (;;) {
    const names = NAME_SETS[index % NAME_SETS.length]!
    const given = chance.pick(chance.happens(0.5) ? names.women : names.men)
    const family = chance.pick(names.families)
    if (taken.has(`${given} ${family}`)) continue
    taken.add(`${given} ${family}`)
    return { given, family }
  }
}

const HANDLE_STYLES: readonly ((given: string, family: string, chance: Chance) => string)[] = [
  (given, family) => `${given}_${family}`,
  (given, family) => given + family,
  (given, family) => given[0] + family,
  (given, family) => `${family}_${given[0]}`,
  (given, _, chance) => given + chance.between(10, 99),
  (given, family) => `${given}_${family[0]}`,
  (given) => `the_${given}`,
  (_, family, chance) => `${family}${chance.between(1970, 2004)}`,
]

function freshHandle(chance: Chance, given: string, family: string, taken: Set<string>): string {
  for (;;) {
    const handle = chance.pick(HANDLE_STYLES)(given, family, chance)
    if (handle.length < 4 || handle.length > 15 || taken.has(handle)) continue
    taken.add(handle)
    return handle
  }
}

const CALLINGS: readonly string[] = [
  'Ferry pilot',
  'Potter',
  'Structural engineer',
  'Night nurse',
  'Luthier',
  'Cartographer',
  'Baker, up at four',
  'Open-source maintainer',
  'Marine biologist',
  'Primary school teacher',
  'Bicycle mechanic',
  'Protocol researcher',
  'Documentary editor',
  'Urban planner',
  'Glassblower',
  'Data journalist',
  'Choir conductor',
  'Solidity reviewer',
  'Orchard keeper',
  'Type designer',
  'Paramedic',
  'Chess coach',
  'Railway signaller',
  'Game designer',
  'Translator',
  'Weather observer',
  'Librarian',
  'Stage carpenter',
  'Validator operator',
  'Botanist',
  'Radio host',
  'Ceramic tile painter',
  'Economist in recovery',
  'Illustrator',
  'Trail builder',
  'Watchmaker',
  'Sound engineer',
  'Midwife',
  'Market gardener',
  'Law student',
]

const LEANINGS: readonly string[] = [
  'Reads the minutes',
  'Votes every Monday',
  'Here for the treasury debates',
  'Strong opinions on quorum',
  'Mostly lurking',
  'Asks for sources',
  'Collects old banknotes',
  'Wants shorter meetings',
  'Small state, large library',
  'Posts maps',
  'Believes in term limits',
  'Counts twice',
  'Learning in public',
  'Two dogs, one wallet',
  'Never misses a rollover',
  'Dissent is a service',
  'Occasionally funny',
  'Will read your manifesto',
  'Transit over traffic',
  'Looking for good questions',
]
