/** The place in a round of `count`: before the first comes the last, after the last the first. */
export const wrapped = (index: number, count: number): number => (count > 0 ? ((index % count) + count) % count : 0)
