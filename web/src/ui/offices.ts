import type { GovernmentRole } from '@nation/domain/citizens'
import type { CSSProperties } from 'react'

/** How an office looks: its hue (a token), and the numeral that tells it apart without colour. */
export interface OfficeLook {
  readonly hue: string
  /** As denominations are numbered: president 1 to marketing 9; the appointed office bears A. */
  readonly numeral: string
}

const look = (role: GovernmentRole, numeral: string): OfficeLook => ({ hue: `var(--office-${role})`, numeral })

/** The look of each office, by role. */
export const officeLooks: Readonly<Record<GovernmentRole, OfficeLook>> = {
  president: look('president', '1'),
  primeMinister: look('primeMinister', '2'),
  secretary: look('secretary', '3'),
  financeMinister: look('financeMinister', '4'),
  creativityMinister: look('creativityMinister', '5'),
  raidMinister: look('raidMinister', '6'),
  developmentMinister: look('developmentMinister', '7'),
  marketingMinister: look('marketingMinister', '8'),
  citizensMinister: look('citizensMinister', '9'),
  justiceMinister: look('justiceMinister', 'A'),
}

/** The office's hue as the custom property `--office`, for a card, a seat or a ballot. */
export const officeStyle = (role: GovernmentRole): CSSProperties =>
  ({ '--office': officeLooks[role].hue }) as CSSProperties
