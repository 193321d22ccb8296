import { electedRoles } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { Link } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { LineWork, Seal, Row, Text } from '../ui'
import classes from './Footer.module.css'
import { useSocialLinks } from './social-links'
import { builtOf, footerItems } from './navigation'

/** The footer: what this is, where else one can go, and a machine-readable line as documents of state have it. */
export function Footer({ screens }: { screens: readonly RouteObject[] }) {
  return (
    <Text as="footer" stage className={classes.footer}>
      <LineWork seed="footer of the nation" kind="band" className={classes.band} />
      <Row gap={6} align="center" justify="between" className={classes.inner}>
        <Row nowrap gap={4} align="center" tone="soft" className={classes.imprint}>
          <Seal fine className={classes.seal} />
          <p>
            A community whose token holders elect a government of {countInWords(electedRoles.length)} every week. Seats
            change when an election ends, in a regular week on Monday, 00:00 UTC.
          </p>
        </Row>
        <Row aria-label="Footer" as="nav" gap={5} className={classes.links}>
          {builtOf(footerItems, screens).map((item) => (
            <Link key={item.to} to={item.to}>
              {item.label}
            </Link>
          ))}
          {useSocialLinks().map(({ name, url }) => (
            <a key={url} href={url} rel="me noopener" target="_blank">
              {name}
              <span className="visually-hidden"> (opens another site)</span>
            </a>
          ))}
        </Row>
      </Row>
      <Text tone="faint" step={-1} face="document" wide className={classes.machine} aria-hidden="true">
        {`N<NATION<<ELECTED<EVERY<WEEK${'<'.repeat(160)}`}
      </Text>
    </Text>
  )
}
