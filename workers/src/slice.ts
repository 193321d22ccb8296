/** Long work goes on so long before it looks around; whatever ends the process or pauses the job loses no more than a batch. */
const sliceMs = 5_000

/** Begins a slice of long work: whether it is over. */
export function beginSlice(): () => boolean {
  const began = performance.now()
  return () => performance.now() - began > sliceMs
}
