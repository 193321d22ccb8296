/** Where a visitor's wish to connect a wallet waits while they sign in: it ends with the tab. */
const KEY = 'connectWallet'

/** Remembers that a visitor goes to sign in because they want to connect a wallet. */
export function saveWish(): void {
  try {
    sessionStorage.setItem(KEY, 'wanted')
  } catch {
    // A browser that keeps nothing: they press once more.
  }
}

/** Whether there was such a wish; it is answered once. */
export function takeWish(): boolean {
  try {
    const wanted = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return wanted
  } catch {
    return false
  }
}
