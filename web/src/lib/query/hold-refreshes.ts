/** What refreshes wait for, if anything. */
let holding: Promise<unknown> | null = null

export const heldRefreshes = (): Promise<unknown> | null => holding

/**
 * Refreshes wait until this reading is over. For a reading of what the citizen may do now: screens of a role that ended would
 * otherwise ask once more for what is refused to them.
 */
export function holdRefreshes(reading: Promise<unknown>): void {
  const settled = reading
    .catch(() => null)
    .then(() => {
      if (holding === settled) holding = null
    })
  holding = settled
}
