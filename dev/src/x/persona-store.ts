import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { personaId } from '@nation/demo'
import type { Persona } from '@nation/demo'
import { z } from 'zod'

const handle = z.string().regex(/^[A-Za-z0-9_]{1,15}$/, 'A handle is 1 to 15 letters, digits or underscores')

/** What `POST /personas` takes. What is left out stays as it was, or is an ordinary account's. */
export const personaChangeSchema = z.strictObject({
  handle,
  name: z.string().trim().min(1).max(50).optional(),
  followers: z.int().min(0).optional(),
  verified: z.boolean().optional(),
  createdAt: z.iso.datetime({ offset: true }).optional(),
  description: z.string().max(160).optional(),
})

export type PersonaChange = z.infer<typeof personaChangeSchema>

const storedSchema = z.array(personaChangeSchema.required())

const YEAR = 365 * 86_400_000

/** Everyone who has an account at this X. Those added or changed while it runs are stored in a file, when there is one. */
export class PersonaStore {
  private readonly byHandle = new Map<string, Persona>()
  private readonly byId = new Map<string, Persona>()
  private readonly changed = new Set<string>()

  constructor(
    demo: readonly Persona[],
    private readonly file: string | undefined,
    private readonly now: () => Date,
  ) {
    for (const persona of demo) this.put(persona)
    for (const stored of readStored(file)) this.apply(stored)
  }

  /** Everyone: the demo's in their order, then those added. */
  all(): Persona[] {
    return [...this.byHandle.values()]
  }

  /** By handle, in whatever letter case. */
  find(handle: string): Persona | undefined {
    return this.byHandle.get(handle.toLowerCase())
  }

  findById(id: string): Persona | undefined {
    return this.byId.get(id)
  }

  /** Adds an account or changes one. */
  save(change: PersonaChange): { persona: Persona; added: boolean } {
    const added = this.find(change.handle) === undefined
    const persona = this.apply(change)
    this.write()
    return { persona, added }
  }

  private apply(change: PersonaChange): Persona {
    const before: Persona = this.find(change.handle) ?? {
      id: personaId(change.handle),
      handle: change.handle,
      name: change.handle,
      followers: 0,
      verified: false,
      createdAt: new Date(this.now().getTime() - 2 * YEAR),
      description: '',
      kind: 'visitor',
    }
    const persona: Persona = {
      ...before,
      name: change.name ?? before.name,
      followers: change.followers ?? before.followers,
      verified: change.verified ?? before.verified,
      createdAt: change.createdAt === undefined ? before.createdAt : new Date(change.createdAt),
      description: change.description ?? before.description,
    }
    this.put(persona)
    this.changed.add(persona.handle)
    return persona
  }

  private put(persona: Persona): void {
    this.byHandle.set(persona.handle.toLowerCase(), persona)
    this.byId.set(persona.id, persona)
  }

  private write(): void {
    if (!this.file) return
    const stored = this.all().filter((persona) => this.changed.has(persona.handle))
    const rows = stored.map(({ id: _id, kind: _kind, createdAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
    }))
    mkdirSync(dirname(this.file), { recursive: true })
    writeFileSync(`${this.file}.new`, `${JSON.stringify(rows, null, 2)}\n`)
    renameSync(`${this.file}.new`, this.file)
  }
}

function readStored(file: string | undefined): PersonaChange[] {
  if (!file) return []
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  try {
    return storedSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} does not hold a list of personas. Delete it to start with the demo's own.`, {
      cause: error,
    })
  }
}
