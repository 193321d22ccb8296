import type { GovernmentRole } from '@nation/domain/permissions'
import { positions } from '@nation/domain/elections'

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

/** The hue of each office: the elected ones' as the list of positions has them, and that of the appointed one. */
export const officeHues = {
  ...Object.fromEntries(positions.map(({ role, hue }) => [role, hue])),
  justiceMinister: '#46526a',
} as Readonly<Record<GovernmentRole, string>>
