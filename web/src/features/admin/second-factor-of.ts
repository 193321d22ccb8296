/** What was typed as a second factor: an authenticator's six digits, or else a recovery code. */
export function secondFactorOf(text: string): { totp?: string; recoveryCode?: string } {
  const digits = text.replace(/\s/g, '')
  if (digits === '') return {}
  return /^\d{6}$/.test(digits) ? { totp: digits } : { recoveryCode: text.trim() }
}
