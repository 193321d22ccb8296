import { expect, test } from 'vitest'
import { Output, readable } from './output'

test('every line bears the name of the process that said it', () => {
  const lines: string[] = []
  const output = new Output((line) => lines.push(line), false)
  output.from('api')('plain words')
  output.from('workers')('{"level":40,"time":0,"msg":"slow","ms":1200}')
  output.from('api')('')
  expect(lines).toEqual(['api      │ plain words', 'workers  │ 00:00:00.000 WARN  slow ms=1200'])
})

test('a process can be silenced but for what matters', () => {
  const lines: string[] = []
  const listen = new Output((line) => lines.push(line), false).from('database', (line) => line.includes('[ERROR]'))
  listen('[Note] all is well')
  listen('[ERROR] no space')
  expect(lines).toEqual(['database │ [ERROR] no space'])
})

test.each([
  ['{"level":"info","time":1000,"name":"x","msg":"ready","port":1}', '00:00:01.000 info  ready port=1'],
  [
    '{"level":50,"msg":"failed","err":{"message":"no","stack":"Error: no\\n  at once"}}',
    'ERROR failed err=Error: no\n  at once',
  ],
  ['{not json', '{not json'],
  ['[1]', '[1]'],
])('%s reads as %s', (line, text) => {
  expect(readable(line)).toBe(text)
})
