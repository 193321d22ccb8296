import { z } from 'zod'

// A page whose policy forbids code from text takes even the attempt for a fault.
z.config({ jitless: true })

/** A profile's own id: it names its partition, its database and its key, and is never used again. */
export const profileId = z.uuid()

/** A server that this console knows. */
export const profile = z.strictObject({
  id: profileId,
  name: z.string().min(1).max(80),
  /** Scheme and host, as in `https://nation.example`. */
  server: z.string().min(1).max(300),
  /** Whether it runs on this machine: the only servers that are spoken to without TLS. */
  local: z.boolean(),
  /** The name of the database that holds what the console keeps of this server. */
  database: z.string().min(1).max(80),
})

export const profileList = z.strictObject({
  profiles: z.array(profile).max(50),
  /** The nation that runs on this machine, where the console was started beside one. */
  suggested: z.string().max(300).nullable(),
  /** How many changes of a profile were not sent yet, where there are any: they go with it. */
  unsent: z.record(profileId, z.int().min(1).max(999_999)),
  /** What to say where the file of profiles could not be read. It is left as it is. */
  problem: z.string().max(500).nullable(),
})

export const newProfile = z.strictObject({ address: z.string().max(300), name: z.string().max(80) })

export const added = z.union([z.strictObject({ profile }), z.strictObject({ refused: z.string().max(300) })])

/** 32 random bytes as base64, and where they are stored. */
export const vaultKey = z.strictObject({
  key: z.base64().length(44),
  /** `memory`: nothing was written, and the key ends with the console. */
  kept: z.enum(['system', 'memory']),
  /** Why it is not stored, in sentences. */
  why: z.string().max(300).nullable(),
})

/** The longest piece of a file that the window hands over at once, in UTF-16 units. */
export const PIECE_LIMIT = 256 * 1024

export const exportName = z
  .string()
  .max(120)
  .regex(/^[\w-][\w.-]*\.(csv|json|txt)$/)

export const exportId = z.uuid()

/** Why a file was not saved, in sentences; null where nothing went wrong. */
const problem = z.string().max(300).nullable()

/** The file that was begun; null where no place was chosen, or where none could be made. */
export const openedExport = z.strictObject({ file: exportId.nullable(), problem })

export const exportStep = z.strictObject({ problem })

/** What waits for the administrator. */
export const waiting = z.strictObject({
  failedJobs: z.int().min(0).max(999_999).nullable(),
  conflicts: z.int().min(0).max(999_999),
  mentions: z.int().min(0).max(999_999).nullable(),
  /** Changes that are stored here and were not sent, also those of other administrators; null where that is not known. */
  unsent: z.int().min(0).max(999_999).nullable(),
})

/** The panel's tabs that a link may open. */
export const TABS = [
  'dashboard',
  'members',
  'broadcast',
  'chat',
  'bank',
  'elections',
  'jobs',
  'audit',
  'settings',
  'sign-ins',
  'tasks',
  'changes',
] as const

/** Where a `nation://` link leads: a tab of the panel, or the start page for anything else. */
export const link = z.strictObject({ tab: z.enum(TABS).nullable() })
