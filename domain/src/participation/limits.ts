/** How far the reading of a citizen's day goes (decision 89). */
export const dayLimits = {
  /** Of each kind so many things are named; the others are counted. */
  named: 3,
  /** So many of the latest direct conversations are looked at. */
  conversations: 50,
  /** Reports are counted up to here. */
  reports: 99,
  /** And so is work that has failed too often. */
  stuck: 99,
} as const
