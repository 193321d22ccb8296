/** Which of them are in view, from 1: '3', or '3–6' where several are. */
export const inViewInWords = (first: number, many: number, count: number): string => {
  const last = Math.min(first + Math.max(many, 1), count)
  return last === first + 1 ? String(last) : `${first + 1}–${last}`
}

/** The place in a round of `count`: before the first comes the last, after the last the first. */
export const wrapped = (index: number, count: number): number => (count > 0 ? ((index % count) + count) % count : 0)
