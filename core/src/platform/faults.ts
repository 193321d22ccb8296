type Env = Readonly<Record<string, string | undefined>>

/**
 * For fault tests: `NATION_KILL_AT_STATEMENT=n` ends this process with SIGKILL just before it sends its n-th statement (from 1),
 * like a power cut. Pass the result to openDatabase as `onStatement`. It is undefined outside `NATION_ENV=test`.
 */
export function killAtStatement(env: Env = process.env): ((sql: string) => void) | undefined {
  const fatal = Number(env.NATION_KILL_AT_STATEMENT)
  if (env.NATION_ENV !== 'test' || !Number.isInteger(fatal) || fatal < 1) return undefined
  let sent = 0
  return () => {
    if (++sent === fatal) process.kill(process.pid, 'SIGKILL')
  }
}
