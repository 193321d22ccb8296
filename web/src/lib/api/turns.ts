/** Whether reads go one after another; `waiting` are those behind the one of this task. */
let inTurns = false
let taken = false
const waiting: (() => void)[] = []

/**
 * While the served page is taken over, a dozen parts ask something at one moment, and sending a request holds a phone up for ten
 * milliseconds. So each goes in a task of its own, until this is called with false.
 */
export function takeTurns(on: boolean): void {
  inTurns = on
}

/** Waits until it is this read's turn; the first of a task goes at once. */
export async function turn(): Promise<void> {
  if (!inTurns) return
  if (taken) return new Promise((go) => waiting.push(go))
  taken = true
  inNextTask(next)
}

function next(): void {
  const go = waiting.shift()
  taken = go !== undefined
  if (!go) return
  go()
  inNextTask(next)
}

function inNextTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}
