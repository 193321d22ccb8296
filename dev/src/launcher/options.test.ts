import { describe, expect, test } from 'vitest'
import { readOptions } from './options'

const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readOptions('start', args, env, '/clone')

describe('what the launcher is asked for', () => {
  test('without a word, the nation lives at port 3000 in the clone', () => {
    expect(read([])).toEqual({ mode: 'start', port: 3000, dataDir: '/clone/.nation', reset: false, empty: false })
  })

  test('port, folder, clock and the addresses of servers come from the environment', () => {
    const env = {
      PORT: '4000',
      NATION_DATA_DIR: 'second',
      NATION_CLOCK: '2026-03-01T23:50:00Z',
      DATABASE_URL: 'mysql://u:p@db/nation',
      REDIS_URL: 'redis://cache/0',
    }
    expect(read(['--empty'], env)).toEqual({
      mode: 'start',
      port: 4000,
      dataDir: '/clone/second',
      clock: '2026-03-01T23:50:00.000Z',
      databaseUrl: 'mysql://u:p@db/nation',
      redisUrl: 'redis://cache/0',
      reset: false,
      empty: true,
    })
  })

  test.each([
    [['--rest'], {}, '`--rest` is not an option'],
    [[], { PORT: 'three' }, 'PORT is three'],
    [[], { PORT: '70000' }, 'PORT is 70000'],
    [[], { NATION_CLOCK: 'next monday' }, 'NATION_CLOCK is next monday'],
    [[], { DATABASE_URL: 'postgres://db' }, 'DATABASE_URL is not an address that starts with mysql://'],
    [['--reset'], { DATABASE_URL: 'mysql://u:p@db/nation' }, '--reset never empties a database given in DATABASE_URL'],
    [[], { NATION_ENV: 'production' }, '`npm start` runs a local nation only'],
  ])('%j with %j is refused in one sentence', (args, env, sentence) => {
    expect(() => read(args, env)).toThrow(sentence)
  })
})
