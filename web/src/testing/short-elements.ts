/*
 * An element that is written to the console brings all that React keeps about it, which is thousands of lines. Its beginning says which
 * one it is.
 */
const short = (word: unknown): unknown => (word instanceof Element ? word.outerHTML.slice(0, 200) : word)

const { console: page } = globalThis
for (const level of ['warn', 'error'] as const) {
  const write = page[level].bind(page)
  page[level] = (...words: unknown[]) => write(...words.map(short))
}
