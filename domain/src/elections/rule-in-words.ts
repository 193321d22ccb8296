import type { DecidingRule } from './winner'

/** The rule that decided a position, in words (ruling: winner, ties). */
export const ruleInWords: Readonly<Record<DecidingRule, string>> = {
  weight: 'Decided by weight: the most weighted votes.',
  voters: 'Weights were equal. Decided by the number of voters.',
  earlier: 'Weights and voters were equal. Decided by the earlier candidacy.',
  unopposed: 'Elected unopposed: there was no other candidate.',
  vacant: 'There was no candidate. The seat is vacant.',
}

/** The same for a term, whose rule arrives as text. */
export const termRuleInWords = (rule: string | null): string | null =>
  rule !== null && rule in ruleInWords ? ruleInWords[rule as DecidingRule] : null
