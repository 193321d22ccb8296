import { persistedStore } from './persisted'

/** What a person can choose. */
export type SchemeChoice = 'light' | 'dark' | 'system'

export interface UiState {
  /** `public/first-paint.js` reads the same place before the first paint. */
  readonly darkMode: SchemeChoice
  /** Whether this browser's person entered through the consent gate. */
  readonly consentAccepted: boolean
  /** Logs each call of the API to the console and warns of bursts; for debugging. */
  readonly diagnostics: boolean
}

const schemes: readonly unknown[] = ['light', 'dark', 'system'] satisfies SchemeChoice[]

/** How this browser's person wants it. */
export const useUi = persistedStore<UiState, UiState>({
  name: 'ui',
  initial: { darkMode: 'system', consentAccepted: false, diagnostics: false },
  keep: ({ darkMode, consentAccepted, diagnostics }) => ({ darkMode, consentAccepted, diagnostics }),
  revive: ({ darkMode, consentAccepted, diagnostics }) => ({
    darkMode: schemes.includes(darkMode) ? (darkMode as SchemeChoice) : 'system',
    consentAccepted: consentAccepted === true,
    diagnostics: diagnostics === true,
  }),
})
