/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Prints one line of a benchmark. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A figure for people: three digits are enough. */
export const figure = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(1)}k` : value >= 10 ? value.toFixed(0) : value.toFixed(2)

/** Prints a ratio beside its target, and whether it reaches it. */
export function verdict(what: string, ratio: number, target: number, better: 'higher' | 'lower'): void {
  const reached = better === 'higher' ? ratio >= target : ratio <= target
  say(
    `${reached ? 'reached ' : 'MISSED  '} ${what}: ${ratio.toFixed(2)} (target ${better === 'higher' ? '>=' : '<='} ${target})`,
  )
}

/** Prints how much of something is wrong; the benchmark fails where it is not nothing. */
export function check(what: string, wrong: number): void {
  say(`${wrong === 0 ? 'reached ' : 'MISSED  '} ${what}: ${wrong}`)
  if (wrong !== 0) process.exitCode = 1
}
