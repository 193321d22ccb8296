/** The citizen number: the last eight characters of the id, in capitals (requirements 1.2). */
export const citizenNumber = (uid: string): string => uid.slice(-8).toUpperCase()

/** An address cut in its middle, as 'So11…1112'; one that is no longer so is shown whole. */
export function shortAddress(address: string, ends = 4): string {
  return address.length <= 2 * ends + 1 ? address : `${address.slice(0, ends)}…${address.slice(-ends)}`
}
