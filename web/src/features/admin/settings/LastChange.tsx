import { RelativeTime, Text } from '../../../ui'

interface Props {
  changedAt: number | null
  changedBy: string | null
  /** Whether something was written that is not saved. */
  unsaved: boolean
}

/** Who changed a setting last, and when; while one writes, that nothing of it is saved. */
export function LastChange({ changedAt, changedBy, unsaved }: Props) {
  if (unsaved) {
    return (
      <Text tone="warning" step={-1} strong>
        Not saved yet.
      </Text>
    )
  }
  return (
    <Text tone="faint" step={-1}>
      {changedAt === null ? (
        'Not changed so far.'
      ) : (
        <>
          Changed by {changedBy ?? 'an administrator who left'}, <RelativeTime at={changedAt} />
        </>
      )}
    </Text>
  )
}
