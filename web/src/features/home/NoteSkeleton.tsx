import { officeTitle } from '@nation/domain/elections'
import { officeLooks, officeStyle, Row, Skeleton, Stack, Text } from '../../ui'
import type { Seat } from '../government'
import classes from './OfficialNote.module.css'

/** A seat's note while its holder is not known: the office, and room for the rest. */
export function NoteSkeleton({ role }: Pick<Seat, 'role'>) {
  return (
    <Stack pad={5} justify="start" stage className={classes.note} style={officeStyle(role)}>
      <Text as="span" tone="office" face="display" className={classes.numeral} aria-hidden="true">
        {officeLooks[role].numeral}
      </Text>
      <Skeleton width={104} height={104} round />
      <Text tone="office" step={-1} strong className={classes.title}>
        {officeTitle(role)}
      </Text>
      <span className={classes.name}>
        <Skeleton width="9rem" height="1.08em" />
      </span>
      <Row gap={[0, 3]} justify="between" step={-1} className={classes.won}>
        <Skeleton width="40%" height="1.5em" />
        <Skeleton width="25%" height="1.5em" />
      </Row>
    </Stack>
  )
}
