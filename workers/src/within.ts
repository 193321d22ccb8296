/** The answer, or `otherwise` when it fails or takes longer than that. */
export function within<Answer, Otherwise>(
  ms: number,
  promise: Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms)
  })
  return Promise.race([promise.catch(() => otherwise), late]).finally(() => clearTimeout(timer))
}
