import type { ErrorDetail } from '../errors'
import { positionOf, type AttachmentRequirement, type PositionId } from './positions'

/** Files by what they are shown as: a requirement's label, and the addresses of its files. */
export type Attachments = Readonly<Record<string, readonly string[]>>

/** The files that a requirement keeps when more are given: the latest ones, which for a single file is the last. */
export const keepLatest = <T>(requirement: Pick<AttachmentRequirement, 'maxFiles'>, files: readonly T[]): T[] =>
  files.slice(-requirement.maxFiles)

/** Whether a requirement takes files of this ending (`pdf`, `jpg`); a JPEG may be called `jpeg`. */
export const takesEnding = (requirement: Pick<AttachmentRequirement, 'acceptedTypes'>, ending: string): boolean =>
  requirement.acceptedTypes.includes(ending === 'jpeg' ? 'jpg' : ending)

/**
 * What a candidate for a position shows of what was given, by label. A requirement is named by its label, or by its type
 * (`stats`, `gallery`). Each file is named once, and only the latest of too many are stored. What the position does not ask
 * for is a wrong field, and so is a required attachment without a file.
 * @param path where the attachments are in the input, for the names of wrong fields
 */
export function arrangeAttachments(
  position: PositionId,
  given: Attachments,
  path = 'attachments',
): { readonly attachments: Record<string, string[]>; readonly wrong: readonly ErrorDetail[] } {
  const { attachments: requirements } = positionOf(position)
  const nameOf = (key: string) => requirements.find((one) => one.label === key || one.type === key)?.label
  const wrong: ErrorDetail[] = Object.keys(given)
    .filter((key) => nameOf(key) === undefined)
    .map((key) => ({ path: `${path}.${key}`, code: 'unknown', message: 'This position does not ask for this.' }))
  const attachments: Record<string, string[]> = {}
  for (const requirement of requirements) {
    const files = Object.entries(given).flatMap(([key, urls]) => (nameOf(key) === requirement.label ? urls : []))
    const latest = keepLatest(requirement, [...new Set(files)])
    if (latest.length > 0) attachments[requirement.label] = latest
    else if (requirement.required) {
      const message = 'This attachment is required'
      wrong.push({ path: `${path}.${requirement.label}`, code: 'required', message })
    }
  }
  return { attachments, wrong }
}
