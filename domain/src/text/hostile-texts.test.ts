import { describe, expect, it } from 'vitest'
import { readBatch } from '../bank'
import { addressBytes, readSignInMessage } from '../chain'
import { csvLine } from '../formats'
import { responsesFileName } from '../interviews'
import { pollTextsComplete } from '../polls'
import { logLine, logText, withoutSecrets } from '../system'
import { costlyGrowth, hostileTexts } from '../testing'
import { cleanLine, cleanText, looksOf, withoutEnd } from '.'

/** Whatever reads a stranger's text, beside the contracts (contract/hostile-texts.test.ts). */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  cleanText,
  cleanLine,
  looksOf,
  withoutEnd: (text) => withoutEnd(text, ' ./'),
  withoutSecrets,
  logLine: (text) => logLine(text, text.length),
  logText: (text) => logText(text, text.length),
  csvLine: (text) => csvLine([text]),
  readBatch,
  'readBatch of a column': (text) => readBatch(`payment,reference\n${text}`),
  addressBytes,
  readSignInMessage,
  responsesFileName: (text) => responsesFileName(text, 'csv'),
  pollTextsComplete: (text) => pollTextsComplete({ question: text, options: [text, `${text}a`] }),
}

const length = 64 * 1024

describe('A hostile text', () => {
  it.each(Object.entries(readers))('takes %s no longer than its length allows', (_, read) => {
    for (const [what, make] of Object.entries(hostileTexts)) {
      const texts = new Map([length, length / 2].map((size) => [size, make(size)]))
      expect(
        costlyGrowth(length, (size) => read(texts.get(size)!)),
        what,
      ).toBeNull()
    }
  })

  it('in every field of the largest report of a browser takes a few milliseconds', () => {
    for (const [what, make] of Object.entries(hostileTexts)) {
      const texts = new Map([20, 10].map((entries) => [entries, { message: make(500), detail: make(2_000), entries }]))
      const wrong = costlyGrowth(20, (size) => {
        const { message, detail, entries } = texts.get(size)!
        for (let i = 0; i < entries; i++) logText(detail, 2_000).concat(logLine(message, 500))
      })
      expect(wrong, what).toBeNull()
    }
  })

  it('whose columns are many is no batch', () => {
    const header = Array.from({ length: 20_000 }, (_, index) => index.toString(36)).join(',')
    expect(costlyGrowth(header.length, (size) => readBatch(header.slice(0, size)))).toBeNull()
    expect(readBatch(`payment,reference,${header}\n`).wrong).toEqual([{ line: 1, message: 'At most 50 columns.' }])
  })
})
