import fs from 'node:fs'
import path from 'node:path'

const COLOURS = [36, 32, 33, 35, 34, 96, 92, 93]
const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
const HIDDEN_FIELDS = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'service', 'v'])
const WIDTH = 8

/** What the processes say, one line each, with the name of who says it before it. */
export class Output {
  #colours = new Map<string, number>()
  #logs: string | undefined

  constructor(
    private readonly write: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
    private readonly coloured = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR,
  ) {}

  /** From now on each process's lines are also written, unchanged, to a file of its own. */
  keepIn(folder: string): void {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#logs = folder
  }

  say = (line: string): void => this.write(line)

  /** A listener for one process's lines. */
  from(name: string, shows: (line: string) => boolean = () => true): (line: string) => void {
    return (line) => {
      this.#keep(name, line)
      if (shows(line) && line.trim()) this.write(`${this.#prefix(name)} ${readable(line)}`)
    }
  }

  #keep(name: string, line: string): void {
    if (!this.#logs) return
    try {
      fs.appendFileSync(path.join(this.#logs, `${name}.log`), `${line}\n`, { mode: 0o600 })
    } catch {
      // A full disk must not take the nation down.
    }
  }

  #prefix(name: string): string {
    const text = `${name.padEnd(WIDTH)} │`
    if (!this.coloured) return text
    if (!this.#colours.has(name)) this.#colours.set(name, COLOURS[this.#colours.size % COLOURS.length] ?? 37)
    return `\u001b[${this.#colours.get(name)}m${text}\u001b[0m`
  }
}

/** A record of pino as a person reads it; any other line as it is. */
export function readable(line: string): string {
  const record = line.startsWith('{') ? parseRecord(line) : undefined
  if (!record) return line
  const time = typeof record.time === 'number' || typeof record.time === 'string' ? clockTime(record.time) : ''
  const level =
    typeof record.level === 'number'
      ? (LEVELS[record.level] ?? '')
      : typeof record.level === 'string'
        ? record.level
        : ''
  const message = typeof record.msg === 'string' ? record.msg : ''
  const fields = Object.entries(record).filter(([key]) => !HIDDEN_FIELDS.has(key))
  const rest = fields.map(([key, value]) => `${key}=${shown(value)}`).join(' ')
  return [time, level && level.padEnd(5), message, rest].filter(Boolean).join(' ')
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function clockTime(time: number | string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(11, 23)
}

/** An error's stack keeps its lines; everything else stays on one. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'stack' in value && typeof value.stack === 'string')
    return value.stack
  return typeof value === 'string' ? value : JSON.stringify(value)
}
