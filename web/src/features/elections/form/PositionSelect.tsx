import { NativeSelect } from '@mantine/core'
import { isPositionId, positionOf } from '@nation/domain/elections'
import { useLimits } from '../../../lib/settings/limits'
import { inFull, instantInWords } from '../../../ui'
import type { Candidate, Election } from '../shared/types'
import type { SectionProps } from './section'
import { FormSection } from './FormSection'
import { kindsInWords } from './use-file-queue'

type Props = SectionProps & { candidate: Candidate; election: Election }

/** Moves a candidacy to another position, until its first vote. */
export function PositionSelect({ draft, problems, change, candidate, election }: Props) {
  const { candidacyTokens } = useLimits()
  const open = election.positions.filter((one) => one.candidaciesOpen || one.id === candidate.position)
  const chosen = draft.position === '' ? undefined : positionOf(draft.position)
  return (
    <FormSection
      number={2}
      title="Position"
      note={
        candidate.may.changePosition
          ? 'You may move to another position until the first vote for you.'
          : 'The position stays: it can be changed only before the first vote for you, and while both positions take candidacies.'
      }
    >
      <NativeSelect
        label="Position"
        name="position"
        size="md"
        value={draft.position}
        disabled={!candidate.may.changePosition}
        error={problems.position}
        description={chosen && needsInWords(chosen, candidacyTokens)}
        onChange={({ currentTarget: { value } }) => isPositionId(value) && change({ position: value })}
        data={open.map((one) => ({
          value: one.id,
          label: one.candidaciesOpen ? `${one.title}, open until ${instantInWords(one.closesAt)}` : one.title,
        }))}
      />
    </FormSection>
  )
}

/** What a position asks of its candidates, in a sentence or two. */
function needsInWords({ description, attachments }: ReturnType<typeof positionOf>, candidacyTokens: number): string {
  const tokens = inFull(candidacyTokens)
  const files = attachments.map(
    (need) => ` ${need.label}: ${need.required ? 'at least one file' : 'files'} (${kindsInWords(need.acceptedTypes)}).`,
  )
  return `${description} Needs ${tokens}\u00A0$ON.${files.join('')}`
}
