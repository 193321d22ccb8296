import { allCalls } from '@nation/domain/contract'
import { errorTable } from '@nation/domain/errors'
import { z } from 'zod'

/** What the nation in memory answered that the API never would, and that no test has taken yet. */
const lies: string[] = []

const calls = new Map<string, (typeof allCalls)[number]>(
  allCalls.map((call) => [`${call.method} ${call.canonical}`, call]),
)

/**
 * The body that the API would send for this answer: parsed by the call's declared output, as in `api/src/frame/dispatch.ts`. What is
 * not valid, and an error whose status is not its code's, is reported by `takeLies`.
 */
export function holdToContract(method: string, path: string, status: number, body: unknown): unknown {
  const call = calls.get(`${method} ${path}`)
  if (!call) return body
  if (status !== 200) {
    const { code } = body as { code: keyof typeof errorTable }
    const [declared] = errorTable[code] ?? []
    if (declared !== status) lies.push(`${call.id}: the error ${code} has the status ${declared}, and not ${status}`)
    return body
  }
  if (call.kind && call.kind !== 'json') return body
  const parsed = call.output.safeParse(body)
  if (parsed.success) return parsed.data
  lies.push(`${call.id}:\n${z.prettifyError(parsed.error)}`)
  return body
}

/** What was answered against the contract, once. */
export const takeLies = (): string[] => lies.splice(0)
