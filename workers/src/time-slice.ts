/** How long a slice of long work lasts, in milliseconds. After it the job checks whether it is paused or the process ends. */
const sliceMs = 5_000

/** Begins a time slice of long work. The returned function says whether the slice is over. */
export function beginTimeSlice(): () => boolean {
  const began = performance.now()
  return () => performance.now() - began > sliceMs
}
