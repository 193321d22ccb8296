import { RelativeTime, Text } from '../../../ui'

interface Props {
  changedAt: number | null
  changedBy: string | null
}

/** Who changed a setting last, and when. */
export function LastChange({ changedAt, changedBy }: Props) {
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
