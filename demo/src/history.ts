import type { PositionId } from '@nation/domain/elections'

/**
 * How a position of a past election came out: `clear` and `close` by weight, `voters` and `earlier` after a tie,
 * `unopposed` with one candidate, `vacant` with none (ruling: winner, ties).
 */
export type Outcome = 'clear' | 'close' | 'voters' | 'earlier' | 'unopposed' | 'vacant'

export interface Contest {
  readonly position: PositionId
  readonly outcome: Outcome
  /** Handles, in the order of the result. */
  readonly standing: readonly string[]
}

const contest = (position: PositionId, outcome: Outcome, standing = ''): Contest => ({
  position,
  outcome,
  standing: standing.split(' ').filter(Boolean),
})

/** The elections before the open one, oldest first: what the demo nation remembers. */
export const pastContests: readonly (readonly Contest[])[] = [
  [
    contest('president', 'clear', 'lourenco34 omansour rousseau1995'),
    contest('prime_minister', 'clear', 'the_lorenzo aziz_s'),
    contest('secretary', 'voters', 'gallagher1971 steliossamaras'),
    contest('minister_finance', 'clear', 'sanjay_kapoor banerjee2002'),
    contest('minister_creativity', 'close', 'novak_b mutua1986'),
    contest('minister_raid_corps', 'vacant'),
    contest('minister_development', 'clear', 'thandiwe_m nguyen1985'),
    contest('minister_marketing', 'clear', 'karim_s alessia88 anongreyes'),
    contest('minister_citizens', 'unopposed', 'lin_j'),
  ],
  [
    contest('president', 'earlier', 'lourenco34 piet_president omansour'),
    contest('prime_minister', 'close', 'paloma_v the_lorenzo'),
    contest('secretary', 'clear', 'gallagher1971 lakshmireddy'),
    contest('minister_finance', 'voters', 'sanjay_kapoor mina_minister'),
    contest('minister_creativity', 'clear', 'novak_b fiorella_conti conti1975'),
    contest('minister_raid_corps', 'unopposed', 'eirik_bakke'),
    contest('minister_development', 'clear', 'thandiwe_m kanellis1975'),
    contest('minister_marketing', 'close', 'karim_s figueiredo_l'),
    contest('minister_citizens', 'clear', 'the_kanya lin_j astrid33'),
  ],
  [
    contest('president', 'close', 'piet_president lourenco34 santoro1983'),
    contest('prime_minister', 'voters', 'paloma_v valbuquerque wisniewski1972'),
    contest('secretary', 'clear', 'lakshmireddy gallagher1971 dalia_haddad'),
    contest('minister_finance', 'clear', 'mina_minister sanjay_kapoor greta_brandt'),
    contest('minister_creativity', 'earlier', 'mutua1986 novak_b'),
    contest('minister_raid_corps', 'clear', 'eirik_bakke tolga37 taliataufa'),
    contest('minister_development', 'unopposed', 'thandiwe_m'),
    contest('minister_marketing', 'clear', 'karim_s anongreyes'),
    contest('minister_citizens', 'clear', 'lin_j the_kanya'),
  ],
]
