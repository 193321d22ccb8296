import { Progress } from './kit/Progress'
import { Row, Text } from './parts/parts'

interface Props {
  /** What is sent. */
  label: string
  /** How much of it is there, from 0 to 1; null while it waits for its turn. */
  part: number | null
}

/** How far a file is on its way. */
export function SendProgress({ label, part }: Props) {
  const percent = Math.round((part ?? 0) * 100)
  return (
    <Row nowrap gap={3} align="center" style={{ flex: 1 }}>
      <Progress label={`${label}: sent`} percent={percent} />
      <Text as="span" step={-1} figures>
        {part === null ? 'Waiting' : percent === 100 ? 'Almost there…' : `${percent}%`}
      </Text>
    </Row>
  )
}
