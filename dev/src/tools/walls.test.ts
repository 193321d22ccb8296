import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { figuresOf, problemsOf, readRoom, rooms, wallsOf, type Room } from './walls'

const root = path.resolve(import.meta.dirname, '../../..')
const room: Room = { folder: 'room/src', ground: ['platform', 'journal'], gathering: ['nation'] }

/** A room that stands, with some files in place of its own. */
function look(changes: Readonly<Record<string, string>> = {}, of: Room = room) {
  const files = {
    'main.ts': `import { lists } from './nation'`,
    'nation/index.ts': `export * from './lists'`,
    'nation/lists.ts': `import { feature } from '../polls/feature'`,
    'platform/index.ts': `export * from './clock'`,
    'platform/clock.ts': `import fs from 'node:fs'`,
    'journal/index.ts': `import { clock } from '../platform'`,
    'citizens/index.ts': `export * from './citizen'`,
    'citizens/citizen.ts': `import type { Entry } from '../journal'`,
    'polls/index.ts': `export * from './poll'`,
    'polls/feature.ts': `import { poll } from './poll'`,
    'polls/poll.ts': `import { citizen } from '../citizens'`,
    'polls/poll.test.ts': `import { citizen } from '../citizens/citizen'\nimport { lists } from '../nation'`,
    ...changes,
  }
  return wallsOf(of, new Map(Object.entries(files)))
}

describe('The walls of a room', () => {
  it('stand where folders import each other’s index, downwards', () => {
    const walls = look()
    expect(problemsOf(walls)).toEqual([])
    expect(figuresOf(room, walls)).toMatch(/^room\/src: 5 folders, 4 imports between them, 0 mutual pairs, 0 cycles/)
  })

  it('fall with two folders that import each other, also by a type alone', () => {
    const walls = look({ 'citizens/citizen.ts': `import type { Poll } from '../polls'` })
    expect(walls.mutual).toEqual(['citizens <-> polls'])
    expect(walls.cycles).toEqual(['citizens, polls'])
  })

  it('fall with a longer circle, in which no two folders import each other', () => {
    const walls = look({
      'citizens/citizen.ts': `export { tasks } from '../tasks'`,
      'tasks/index.ts': `const polls = () => import('../polls')`,
    })
    expect(walls.mutual).toEqual([])
    expect(walls.cycles).toEqual(['citizens, polls, tasks'])
  })

  it('fall with an import past an index; lists alone read what a feature adds, and tests what they like', () => {
    const past = (file: string, target: string) => look({ [file]: `import { one } from '${target}'` }).deep
    expect(past('polls/poll.ts', '../citizens/citizen')).toEqual(['polls/poll.ts imports citizens/citizen'])
    expect(past('main.ts', './citizens/citizen')).toEqual(['main.ts imports citizens/citizen'])
    expect(past('tasks/index.ts', '../polls/feature')).toEqual(['tasks/index.ts imports polls/feature'])
    expect(past('nation/lists.ts', '../polls/poll')).toEqual(['nation/lists.ts imports polls/poll'])
    expect(past('main.ts', './polls/feature')).toEqual([])
    expect(past('polls/other.test.ts', '../citizens/citizen')).toEqual([])
    const parts = { 'polls/poll.ts': `import { one } from '../citizens/citizen'` }
    expect(look(parts, { ...room, byPath: ['citizens'] }).deep).toEqual([])
    expect(look(parts, { ...room, entryPoints: ['citizen'] }).deep).toEqual([])
    expect(look(parts, { ...room, entryPoints: ['other'] }).deep).toEqual(['polls/poll.ts imports citizens/citizen'])
  })

  it('fall with product code that imports what is for tests', () => {
    const walls = look({ 'polls/poll.ts': `import { aCitizen } from '../testing'`, 'testing/index.ts': '' })
    expect(walls.deep).toEqual(['polls/poll.ts imports testing'])
  })

  it('fall with ground that imports a feature, or the ground above it', () => {
    const sinking = (file: string, target: string) => look({ [file]: `import { one } from '${target}'` }).sinking
    expect(sinking('platform/clock.ts', '../polls')).toEqual(['platform/clock.ts imports polls'])
    expect(sinking('platform/clock.ts', '../journal')).toEqual(['platform/clock.ts imports journal'])
    expect(sinking('journal/index.ts', '../platform')).toEqual([])
  })
})

describe('The walls of this repository', () => {
  it.each(rooms)('stand in $folder', (one) => {
    const walls = wallsOf(one, readRoom(root, one))
    expect(problemsOf(walls)).toEqual([])
    expect(walls.folders).toBeGreaterThan(3)
    expect(walls.imports).toBeGreaterThanOrEqual(one.folder === 'workers/src' ? 0 : 50)
  })
})
