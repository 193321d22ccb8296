import type { GovernmentRole } from '@nation/domain/citizens'

/** The colours of a shared picture: those of the light scheme (`web/src/ui/theme/tokens.css`; a test holds them to it). */
export const colours = {
  paper: '#fafbfc',
  surface: '#ffffff',
  state: '#1b2a6b',
  ink: '#0b1220',
  soft: '#33405a',
  faint: '#55627b',
  line: '#d5dce7',
} as const

/** The hue of each office. */
export const officeHues: Readonly<Record<GovernmentRole, string>> = {
  president: '#a5103a',
  primeMinister: '#1f4bc4',
  secretary: '#0a6b4a',
  financeMinister: '#7d5a00',
  creativityMinister: '#a01a86',
  raidMinister: '#ab430a',
  developmentMinister: '#0a6670',
  citizensMinister: '#6732c2',
  marketingMinister: '#0b659c',
  justiceMinister: '#46526a',
}
