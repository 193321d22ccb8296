import type { Call } from '@nation/domain/contract'
import { commonErrors } from '@nation/domain/contract'
import { errorTable, type ErrorCode } from '@nation/domain/errors'
import { z } from 'zod'
import { version } from '../version'
import { eventSchema, heardEvents, schemaName } from './event-schemas'

type Json = Record<string, unknown>

/** The whole interface as an OpenAPI 3.1 document: every call at its canonical path. */
export function openApiDocument(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.canonical
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nation',
      version,
      description:
        'The interface of the nation. Each call also answers at `/api/<resource>?action=<action>`. Mutations of a signed-in citizen take an `Idempotency-Key` header.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    // Relative to the document's own address: the same document holds wherever the nation is served.
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map((call) => call.resource))].map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Failure: failure,
        ...Object.fromEntries(heardEvents.map((event) => [schemaName(event), eventSchema(event)])),
      },
    },
  }
}

function operationOf(call: Call): Json {
  return {
    operationId: call.id.replace('.', '_').replaceAll('-', '_'),
    tags: [call.resource],
    summary: call.summary,
    description: `Access: ${accessSentence(call)}`,
    security: call.access === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...inputOf(call),
    responses: { ...successOf(call), ...failuresOf(call) },
  }
}

/** Who may make a call, in words. */
export function accessSentence(call: Call): string {
  if (call.access === 'anyone') return 'anyone'
  if (call.access === 'citizen') return 'signed-in citizens'
  if (call.access === 'panel') return 'the admin panel’s own token'
  return `citizens with the permission ${call.access.can}`
}

function inputOf(call: Call): Json {
  const schema = withOtherNames(call, schemaOf(call.input, 'input'))
  const inPath = new Set([...call.canonical.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
  const example = call.example
  const parameter = (name: string, where: 'query' | 'path'): Json => {
    const { description, ...rest } = schema.properties?.[name] ?? {}
    return {
      name,
      in: where,
      required: where === 'path' || (schema.required ?? []).includes(name),
      schema: rest,
      ...(typeof description === 'string' && { description }),
      ...(name in example && { example: asSent(example[name], rest) }),
    }
  }
  const names = Object.keys(schema.properties ?? {})
  const parameters = names.filter((name) => inPath.has(name)).map((name) => parameter(name, 'path'))
  if (call.method === 'GET' || call.method === 'DELETE') {
    parameters.push(...names.filter((name) => !inPath.has(name)).map((name) => parameter(name, 'query')))
    return { parameters }
  }
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } }
  return {
    parameters: call.replayable && call.access !== 'anyone' ? [...parameters, key] : parameters,
    requestBody: { required: true, content: contentOf(call, schema) },
  }
}

interface ObjectSchema extends Json {
  readonly properties?: Record<string, Json>
  readonly required?: string[]
}

/** The schema of an input with every name that a field may have; of a field that is required, any one of its names is. */
function withOtherNames({ otherNames = {} }: Call, schema: ObjectSchema): ObjectSchema {
  const renamed = Object.entries(otherNames).map(([field, names]) => ({ field, names: names ?? [] }))
  if (renamed.length === 0) return schema
  const aliases = renamed.flatMap(({ field, names }) =>
    names.map(
      (name) => [name, { ...schema.properties?.[field], description: `Another name of \`${field}\`` }] as const,
    ),
  )
  const anyOf = renamed
    .filter(({ field }) => schema.required?.includes(field))
    .map(({ field, names }) => ({
      anyOf: [field, ...names].map((name) => ({ required: [name], properties: { [name]: true } })),
    }))
  return {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(aliases) },
    required: (schema.required ?? []).filter((name) => !Object.hasOwn(otherNames, name)),
    ...(anyOf.length > 0 && { allOf: anyOf }),
  }
}

function contentOf(call: Call, schema: { properties?: Record<string, Json>; required?: string[] }): Json {
  if (call.body !== 'multipart') return { 'application/json': { schema, example: call.example } }
  const properties = { ...schema.properties, file: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return {
    'multipart/form-data': { schema: { ...schema, properties, required: [...(schema.required ?? []), 'file'] } },
  }
}

/** A query's example is text; the document shows the number or flag that it stands for. */
function asSent(example: unknown, schema: Json): unknown {
  return schema.type === 'integer' || schema.type === 'number' ? Number(example) : example
}

function successOf(call: Call): Json {
  if (call.kind === 'redirect') return { '302': { description: 'The browser is sent on.' } }
  if (call.kind === 'stream') return { '200': streamed }
  if (call.kind === 'document') return { '200': { description: 'A document.' } }
  return {
    '200': { description: 'Done.', content: { 'application/json': { schema: schemaOf(call.output, 'output') } } },
  }
}

function failuresOf(call: Call): Json {
  const codes: ErrorCode[] = [
    ...call.errors,
    ...commonErrors,
    ...(call.access === 'anyone' ? [] : (['unauthenticated', 'forbidden'] as const)),
  ]
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of codes) {
    const status = errorTable[code][0]
    byStatus.set(status, (byStatus.get(status) ?? new Set<ErrorCode>()).add(code))
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, set]) => [
        String(status),
        {
          description: [...set].map((code) => `\`${code}\`: ${errorTable[code][1]}`).join(' '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // Our own mark is for the server; the description tells readers.
      delete (jsonSchema as Json).nation
      spellOutKeys(jsonSchema)
    },
  }) as Json
  return rest
}

/**
 * A map whose keys are all known becomes an object with these properties. Written as a map, it has `required` keys that no
 * `properties` define: valid, but linters warn of it and code generators lose the keys.
 */
function spellOutKeys(schema: Json): void {
  const keys = (schema.propertyNames as { enum?: unknown[] } | undefined)?.enum
  if (!Array.isArray(keys) || !Array.isArray(schema.required)) return
  const value = schema.additionalProperties
  schema.properties = Object.fromEntries(keys.map((key) => [String(key), value]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

/** A stream: the `data` of each message is one of the events. */
const streamed = {
  description:
    'A stream of events. The `data` of each message is the JSON text of one of the schemas named here; its `id` is the number of the event.',
  content: {
    'text/event-stream': {
      schema: {
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: { oneOf: heardEvents.map((event) => ({ $ref: `#/components/schemas/${schemaName(event)}` })) },
      },
    },
  },
}

const failure = {
  type: 'object',
  required: ['success', 'error', 'code', 'requestId'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', enum: Object.keys(errorTable) },
    requestId: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    facts: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
  },
}
