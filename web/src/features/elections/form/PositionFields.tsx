import { roleOfPosition } from '@nation/domain/elections'
import { Fragment } from 'react'
import { useLimits } from '../../../lib/settings/limits'
import { RadioRing } from '../../../ui/RadioRing'
import { Instant, officeLooks, officeStyle, inFull, Columns, Stack, Text } from '../../../ui'
import type { Election, Position } from '../shared/types'
import type { SectionProps } from './section'
import { FormSection } from './FormSection'
import classes from './PositionFields.module.css'

/** The positions as radio buttons, with what each needs and until when one may stand. */
export function PositionFields({ draft, problems, change, election }: SectionProps & { election: Election }) {
  const problem = problems.position
  const { minFollowers, candidacyTokens } = useLimits()
  // Those that one can choose come first.
  const offices = election.positions.toSorted((a, b) => Number(b.candidaciesOpen) - Number(a.candidaciesOpen))
  const closings = new Set(offices.flatMap((office) => (office.candidaciesOpen ? [office.closesAt] : [])))
  const [closesAt] = closings.size === 1 ? closings : []
  return (
    <FormSection
      number={2}
      title="Select Position"
      note={
        <>
          Each needs {inFull(minFollowers)} followers on X and {inFull(candidacyTokens)}&nbsp;$ON in a linked wallet.
          {closesAt !== undefined && (
            <>
              {' '}
              Open until <Instant at={closesAt} />.
            </>
          )}
        </>
      }
    >
      <fieldset
        className={classes.group}
        role="radiogroup"
        data-field="position"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : 'position-problem'}
      >
        <legend className="visually-hidden">Position (required)</legend>
        {problem !== undefined && (
          <Text id="position-problem" tone="danger" step={-1} className={classes.problem}>
            {problem}
          </Text>
        )}
        <Columns narrowest="22rem" fill gap={3}>
          {offices.map((position) => (
            <PositionChoice
              key={position.id}
              position={position}
              until={closesAt === undefined}
              chosen={draft.position === position.id}
              invalid={problem !== undefined}
              choose={() => change({ position: position.id })}
            />
          ))}
        </Columns>
      </fieldset>
    </FormSection>
  )
}

interface ChoiceProps {
  position: Position
  /** Whether it says itself until when one may stand: offices differ in that. */
  until: boolean
  chosen: boolean
  invalid: boolean
  choose: () => void
}

function PositionChoice({ position, until, chosen, invalid, choose }: ChoiceProps) {
  const role = roleOfPosition(position.id)
  const standing = position.candidateCount
  return (
    <label className={classes.position} style={officeStyle(role)} data-closed={!position.candidaciesOpen || undefined}>
      <RadioRing
        name="position"
        value={position.id}
        checked={chosen}
        disabled={!position.candidaciesOpen}
        onChange={choose}
        aria-label={position.title}
        aria-describedby={`needs-${position.id}${invalid ? ' position-problem' : ''}`}
      />
      <Text as="span" tone="office" step={3} face="display" className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </Text>
      <Stack as="span" gap={1} tone="soft" step={-1} className={classes.words}>
        <strong>{position.title}</strong>
        <span id={`needs-${position.id}`}>
          {position.candidaciesOpen && <>{position.description} </>}
          <em>
            {position.candidaciesOpen ? (
              <>
                {standing === 0 ? 'Nobody stands yet' : `${standing} ${standing === 1 ? 'candidate' : 'candidates'}`}
                {until && (
                  <>
                    {' '}
                    ·{' '}
                    <span className={classes.until}>
                      until <Instant at={position.closesAt} />
                    </span>
                  </>
                )}
              </>
            ) : (
              'Candidacies have closed.'
            )}
            {position.candidaciesOpen &&
              position.attachments.map((need) => (
                <Fragment key={need.label}>
                  {' '}
                  · <span className={classes.until}>files: {need.label}</span>
                </Fragment>
              ))}
          </em>
        </span>
      </Stack>
    </label>
  )
}
