import { z } from 'zod'
import { answer, defineCall, instant, publicId, queryInteger } from '../definitions'
import { replicaFormat } from './format'
import { replicaLimits, replicaRows, replicaTables, shortTables, type ReplicaTable } from './tables'

/** A position that no journal has: its reader has to read a new snapshot. */
const exampleAfter = 'WzAsMF0'

const table = z.enum(replicaTables)
const position = z.string().max(200).describe('How far the journal was read: an opaque text')

type Optional<Table extends ReplicaTable> = z.ZodOptional<z.ZodArray<(typeof replicaRows)[Table]>>

/** Rows by the table that they belong to. */
const rowsByTable = z
  .object(
    Object.fromEntries(replicaTables.map((name) => [name, z.array(replicaRows[name]).optional()])) as {
      [Table in ReplicaTable]: Optional<Table>
    },
  )
  .describe('Rows by their table')

const open = defineCall({
  id: 'replica.open',
  method: 'GET',
  summary:
    'What a replica begins with: which nation this is, which tables there are, and from where changes are asked for.',
  access: 'panel',
  input: z.strictObject({}),
  output: answer({
    nation: publicId().describe('Another one behind the same address is another nation: its replica begins anew'),
    format: z.literal(replicaFormat).describe('A replica of another format is filled anew'),
    position: position.describe('Rows that are read from now on hold at least what was written up to here'),
    tables: z.array(
      z.object({
        table,
        rows: z.number().int().describe('About how many rows it has'),
        parts: z
          .array(z.string().max(200))
          .max(replicaLimits.parts)
          .optional()
          .describe('Of a large table where its parts begin: each is read page by page to its end, several at once'),
        short: z.boolean().optional().describe('Its first page may be asked for with others, in `also`'),
      }),
    ),
    now: instant(),
  }),
  errors: [],
  example: {},
})

const anyShort = `(${shortTables.join('|')})`
const areDistinct = (names: readonly string[]) => new Set(names).size === names.length

const page = {
  table,
  columns: z.array(z.string()).describe('The fields of a row, as `replica.changes` has it, in the order of its values'),
  rows: z
    .array(z.array(z.unknown()))
    .describe('Of every row its values. Ids of the gazette and the audit are numbers here'),
  next: z.string().nullable().describe('Null on the last page of the table, or of the part'),
}

const rows = defineCall({
  id: 'replica.rows',
  method: 'GET',
  summary: 'A page of a table as it is now, in the order of its keys.',
  access: 'panel',
  input: z
    .strictObject({
      table,
      after: z.string().max(200).optional().describe('`next` of the page before, or where a part begins'),
      limit: queryInteger(1, replicaLimits.page)
        .default(replicaLimits.page)
        .describe('At most so many rows; a page may have fewer and not be the last one'),
      also: z
        .string()
        .max(100)
        .regex(new RegExp(`^${anyShort}(,${anyShort})*$`))
        .optional()
        .describe('Names of other short tables, each once, with commas: the first page of each is in the answer, too'),
    })
    .refine(({ table, also }) => areDistinct([table, ...(also?.split(',') ?? [])]), 'Name each table once.'),
  output: answer({
    ...page,
    others: z.array(z.object(page)).optional().describe('Those of `also`, in its order'),
  }),
  errors: [],
  example: { table: 'broadcasts' },
  limit: { points: 1_200, seconds: 60, by: 'caller' },
})

const changes = defineCall({
  id: 'replica.changes',
  method: 'GET',
  summary: 'What differs since a position: rows as they are now, and those that are there no more.',
  access: 'panel',
  input: z.strictObject({ after: position }),
  output: answer({
    position: position.describe('The next changes are asked for from here'),
    more: z.boolean().describe('There is more to read now'),
    reset: z.boolean().describe('The position is too old, or of another journal: the replica is filled anew'),
    put: rowsByTable,
    gone: z.partialRecord(table, z.array(z.string())).describe('Ids of rows that are there no more'),
    again: z.array(table).describe('Tables of which so much changed that they are read anew'),
  }),
  errors: [],
  example: { after: exampleAfter },
  limit: { points: 1_200, seconds: 60, by: 'caller' },
})

export const replicaCalls = [open, rows, changes] as const
