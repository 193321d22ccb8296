import type { GovernmentRole } from '@nation/domain/permissions'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Skeleton } from '../Skeleton'
import { CitizenAvatar } from '../CitizenAvatar'
import { Loading } from '../Loading'
import { officeStyle } from '../offices'
import { Stack, Row, Text } from '../parts/parts'
import { OfficeBanner } from './OfficeBanner'
import classes from './OfficeProfile.module.css'

interface Props {
  role: GovernmentRole
  /** Who it is about. `nameId` is the id of the heading, for what is named after it; `path` is where the name leads. */
  person: {
    readonly id: string
    readonly name: string
    readonly nameId: string
    readonly picture: string | null
    readonly path: string | null
    /** The handle, where it stands as large as the name. */
    readonly largeHandle?: string | undefined
  }
  /** The banner's picture, and the seed of the engraving that stands in for it. */
  banner: { readonly id: string; readonly picture: string | null }
  title: string | null
  slogan: string | null
  badges: ReactNode
  /** Particulars in a line: handle, followers, dates. */
  facts: ReactNode
  /** What has to be known before all that follows, such as that a candidacy was removed. */
  notice?: ReactNode
  /** The document beside the text: a ballot, a certificate. Below the head on small screens. */
  aside: ReactNode
  children: ReactNode
}

/** The page of a candidate or an official: banner and portrait, a document, and the text. */
export function OfficeProfile({ role, person, banner, title, slogan, badges, facts, notice, aside, children }: Props) {
  return (
    <article style={officeStyle(role)} aria-labelledby={person.nameId} className={classes.profile}>
      <OfficeBanner id={banner.id} role={role} picture={banner.picture} className={classes.banner} />
      <div className={classes.columns}>
        <Stack as="header" gap={3} className={classes.head}>
          <CitizenAvatar
            id={person.id}
            name={person.name}
            picture={person.picture}
            size={132}
            className={classes.avatar}
          />
          <Row gap={2} className={classes.badges}>
            {badges}
          </Row>
          <Text id={person.nameId} as="h1" step={4} face="display" breaks className={classes.name}>
            {person.path === null ? person.name : <Link to={person.path}>{person.name}</Link>}
          </Text>
          {person.largeHandle && (
            <Text step={4} face="document" breaks>
              @{person.largeHandle}
            </Text>
          )}
          {title && (
            <Text tone="soft" step={1}>
              {title}
            </Text>
          )}
          <Row as="p" gap={[1, 4]} tone="faint" step={-1} className={classes.facts}>
            {facts}
          </Row>
          {notice}
          {slogan && (
            <Text step={3} face="label" breaks className={classes.slogan}>
              {slogan}
            </Text>
          )}
        </Stack>
        <div className={classes.aside}>{aside}</div>
        <Stack gap={7} className={classes.main}>
          {children}
        </Stack>
      </div>
    </article>
  )
}

/** The shape of such a page before its text is there. */
export function OfficeProfileSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className={classes.profile}>
      <Skeleton height="clamp(7.5rem, 17vw, 13rem)" />
      <div className={classes.columns}>
        <Stack gap={3} className={classes.head}>
          <div className={classes.avatar}>
            <Skeleton width={132} height={132} round />
          </div>
          <Text tone="faint" step={-1} face="document">
            {label}
          </Text>
          <Skeleton width="60%" height="3.25rem" />
          <Skeleton width="40%" />
        </Stack>
        <div className={classes.aside}>
          <Skeleton height="20rem" />
        </div>
        <Stack gap={7} className={classes.main}>
          <Skeleton height="14rem" />
        </Stack>
      </div>
    </Loading>
  )
}
