import type { ErrorDetail } from '../errors'

/**
 * Texts that no database and no screen can hold (half a character, or a null character), and inputs of more values or depth
 * than any call takes. Without recursion: depth is free.
 */
export function brokenTexts(input: unknown): ErrorDetail[] {
  const broken: ErrorDetail[] = []
  const open: { value: unknown; path: string }[] = [{ value: input, path: '' }]
  let values = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !isSound(value)) broken.push(unsound(path))
    if (value === null || typeof value !== 'object') continue
    values += Array.isArray(value) ? value.length : Object.keys(value).length
    if (path.length > longestPath || values > mostValues) {
      const code = values > mostValues ? 'too_big' : 'too_deep'
      const message = values > mostValues ? 'This holds too much.' : 'This is nested too deeply.'
      broken.push({ path: path.slice(0, longestPath), code, message })
      break
    }
    for (const [name, one] of Object.entries(value)) {
      if (!isSound(name)) broken.push(unsound(path))
      open.push({ value: one, path: path === '' ? name : `${path}.${name}` })
    }
  }
  return broken
}

const longestPath = 200

/** Several times what the largest input of any call holds; more would only cost time. */
const mostValues = 2_000

const isSound = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const unsound = (path: string): ErrorDetail => ({
  path: path.slice(0, longestPath),
  code: 'invalid_text',
  message: 'This text has characters that cannot be kept.',
})
