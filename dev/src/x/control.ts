import type { Persona } from '@nation/demo'
import { z } from 'zod'
import { faultSchema } from './faults'
import { mediaType, Refusal } from './http'
import type { Answer, Ask } from './http'
import { personaChangeSchema } from './persona-store'
import type { World } from './world'

/** `GET /personas`. */
export function listPersonas(_ask: Ask, world: World): Answer {
  return { status: 200, body: { personas: world.personas.all().map((persona) => shown(persona, world)) } }
}

/** `POST /personas`: adds an account (201) or changes one (200). */
export async function savePersona(ask: Ask, world: World): Promise<Answer> {
  const { persona, added } = world.personas.save(await parsed(ask, personaChangeSchema))
  return { status: added ? 201 : 200, body: { persona: shown(persona, world) } }
}

/** `POST /faults`: the next requests fail. */
export async function addFault(ask: Ask, world: World): Promise<Answer> {
  world.faults.add(await parsed(ask, faultSchema))
  return { status: 201, body: { faults: world.faults.list() } }
}

/** `DELETE /faults`: nothing fails any more. */
export function clearFaults(_ask: Ask, world: World): Answer {
  world.faults.clear()
  return { status: 200, body: { faults: [] } }
}

/** `GET /health`. */
export function health(_ask: Ask, world: World): Answer {
  return {
    status: 200,
    body: { status: 'ok', personas: world.personas.all().length, faults: world.faults.list().length, now: world.now() },
  }
}

function shown(persona: Persona, { origin }: World): object {
  return { ...persona, profileImageUrl: `${origin}/images/${persona.handle}.png` }
}

/** The JSON body, checked. Other media types are refused, so that no foreign web page can post here. */
async function parsed<T>(ask: Ask, schema: z.ZodType<T>): Promise<T> {
  if (mediaType(ask) !== 'application/json')
    throw new Refusal({ status: 415, body: { error: 'Send application/json' } })
  let value: unknown
  try {
    value = JSON.parse(await ask.text())
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal({ status: 400, body: { error: 'The body is not JSON' } })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Refusal({ status: 400, body: { error: z.prettifyError(result.error) } })
}
