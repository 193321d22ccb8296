import { describe, expect, it } from 'vitest'
import { createLogger } from './logger'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('test', 'info', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

describe('The log', () => {
  it('never shows a secret, whatever depth it stands at', () => {
    const text = logged((log) =>
      log.info({
        password: 'S3CRET',
        body: { password: 'S3CRET', totp: 'S3CRET' },
        request: { headers: { authorization: 'Bearer S3CRET', cookie: 'a=S3CRET' } },
        answer: { data: { accessToken: 'S3CRET', refresh_token: 'S3CRET' } },
        query: { code: 'S3CRET' },
        kept: 'this is shown',
      }),
    )
    expect(text).not.toContain('S3CRET')
    expect(text).toContain('this is shown')
  })

  it('shows an error with its code, without the password of an address in it', () => {
    const error = Object.assign(new Error('connect to mysql://nation:S3CRET@db:3306 failed'), { code: 'ECONNREFUSED' })
    const text = logged((log) => log.error({ err: error }, 'away'))
    expect(text).not.toContain('S3CRET')
    expect(text).toContain('ECONNREFUSED')
  })

  it('shows what a database error was about without the values that were bound', () => {
    const error = Object.assign(new Error('Duplicate entry'), {
      parameters: ['S3CRET'],
      sql: "INSERT 'S3CRET'",
      code: 'ER_DUP_ENTRY',
    })
    expect(logged((log) => log.error({ err: error }))).not.toContain('S3CRET')
  })
})
