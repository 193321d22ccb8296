import { positionIds } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'

/** One of the four buildings of the capital: where it leads, and where it stands in the picture, in percent. */
export interface Building {
  readonly id: 'election' | 'government' | 'vote' | 'law'
  readonly name: string
  /** What one does there. */
  readonly purpose: string
  /** The page behind its door. While that page is not built, the door is locked for everybody. */
  readonly path: string
  /** Whether visitors find it locked until they have signed in. */
  readonly forCitizens: boolean
  /** The tip of its pin. */
  readonly pin: { readonly left: number; readonly top: number }
  /** The part of the picture that it fills: left, top, width, height. */
  readonly area: readonly [left: number, top: number, width: number, height: number]
}

/** The four buildings, in the order in which the keyboard visits them (requirements 1.2). */
export const buildings: readonly Building[] = [
  {
    id: 'election',
    name: 'Election Building',
    purpose: 'See who stands for office, and cast your ballots.',
    path: '/elections',
    forCitizens: true,
    pin: { left: 72, top: 20.5 },
    area: [61, 24, 14, 28],
  },
  {
    id: 'government',
    name: 'Government Building',
    purpose: `Meet the ${countInWords(positionIds.length)} who hold office this week.`,
    path: '/gov-staff',
    forCitizens: false,
    pin: { left: 38.3, top: 10 },
    area: [29, 14, 18, 26],
  },
  {
    id: 'vote',
    name: 'Vote Building',
    purpose: 'Answer the polls of the nation.',
    path: '/vote',
    forCitizens: true,
    pin: { left: 57.4, top: 46.6 },
    area: [50.5, 47, 14, 18],
  },
  {
    id: 'law',
    name: 'Law Building',
    purpose: 'Read the constitution and its numbers.',
    path: '/rules',
    forCitizens: false,
    pin: { left: 31, top: 63 },
    area: [23, 62, 16, 17],
  },
]

export type Lock = 'Connect wallet to access' | 'Locked'

/** What a locked building needs, beside the words of the map. */
export const needsOf: Readonly<Record<Lock, string>> = {
  'Connect wallet to access': 'The first step: sign in with X.',
  Locked: 'Closed at the moment.',
}

/** What keeps a visitor out of a building, in the words of the map; null when its door is open. */
export function lockOf({ forCitizens }: Building, built: boolean, signedIn: boolean): Lock | null {
  if (!built) return 'Locked'
  return forCitizens && !signedIn ? 'Connect wallet to access' : null
}
