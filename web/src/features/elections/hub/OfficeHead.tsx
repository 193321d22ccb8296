import { roleOfPosition } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { useFeatures } from '../../../lib/feature-flags'
import { Badge, inFull, officeLooks, officeStyle, Row, Skeleton, Text } from '../../../ui'
import { ballotPath } from '../ballot/addresses'
import type { Position, PositionId } from '../shared/types'
import { useStage } from '../shared/use-stage'
import classes from './OfficeHead.module.css'
import { hasVote } from './offices'

interface Props {
  office: Position
  /** How many of its candidates stand below. */
  shown: number
  /** How many there are, by office. */
  counts: Readonly<Partial<Record<PositionId, number>>>
  votes: Readonly<Partial<Record<PositionId, readonly unknown[]>>>
}

/** The title above the candidates of one office: how many there are, whether it has the voter's vote, and the way to its ballot. */
export function OfficeHead({ office, shown, counts, votes }: Props) {
  const role = roleOfPosition(office.id)
  const { voting } = useFeatures()
  const all = counts[office.id] ?? shown
  const isOpen = useStage(office.opensAt, office.closesAt) === 'open'
  return (
    <Row gap={[1, 3]} align="center" className={classes.head} style={officeStyle(role)}>
      <Row as="h3" nowrap gap={2} align="baseline" className={classes.title}>
        <Text as="span" tone="office" face="display" aria-hidden="true">
          {officeLooks[role].numeral}
        </Text>
        <span>{office.title}</span>
      </Row>
      <Text as="span" tone="faint" step={-1} figures>
        {shown < all && `${inFull(shown)} of `}
        {inFull(all)} <span className="hidden-on-phone">{all === 1 ? 'candidate' : 'candidates'}</span>
      </Text>
      {hasVote(votes, office.id) && <Badge tone="success">Voted</Badge>}
      {isOpen && voting && (
        <Link to={ballotPath(office.id)} className={classes.way} aria-label={`Ballot: ${office.title}`}>
          Ballot
        </Link>
      )}
    </Row>
  )
}

/** In its room while the candidates are not known. */
export const OfficeHeadSkeleton = () => (
  <div className={classes.head}>
    <Skeleton width="14rem" height="1.2rem" />
  </div>
)
