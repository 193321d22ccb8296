import type { GovernmentRole } from '@nation/domain/citizens'
import type { ReactNode } from 'react'
import { Bone } from '../Bone'
import { CitizenAvatar } from '../CitizenAvatar'
import { Loading } from '../Loading'
import { officeStyle } from '../offices'
import { OfficeBanner } from './OfficeBanner'
import classes from './OfficeProfile.module.css'

interface Props {
  role: GovernmentRole
  /** Who it is about. `nameId` is the id of the heading, for what is named after it. */
  person: { readonly id: string; readonly name: string; readonly nameId: string; readonly picture: string | null }
  /** The banner's picture, and the seed of the engraving that stands in for it. */
  banner: { readonly id: string; readonly picture: string | null }
  title: string | null
  slogan: string | null
  badges: ReactNode
  /** Particulars in a line: handle, followers, dates. */
  facts: ReactNode
  /** The document beside the text: a ballot, a certificate. Below the head on small screens. */
  aside: ReactNode
  children: ReactNode
}

/** The page of somebody who stands for an office or holds it: banner and portrait, a document, and the text. */
export function OfficeProfile({ role, person, banner, title, slogan, badges, facts, aside, children }: Props) {
  return (
    <article style={officeStyle(role)} aria-labelledby={person.nameId} className={classes.profile}>
      <OfficeBanner id={banner.id} role={role} picture={banner.picture} className={classes.banner} />
      <div className={classes.columns}>
        <header className={classes.head}>
          <CitizenAvatar
            id={person.id}
            name={person.name}
            picture={person.picture}
            size={132}
            className={classes.avatar}
          />
          <div className={classes.badges}>{badges}</div>
          <h1 id={person.nameId} className={classes.name}>
            {person.name}
          </h1>
          {title && <p className={classes.title}>{title}</p>}
          <p className={classes.facts}>{facts}</p>
          {slogan && <p className={classes.slogan}>{slogan}</p>}
        </header>
        <div className={classes.aside}>{aside}</div>
        <div className={classes.main}>{children}</div>
      </div>
    </article>
  )
}

/** The shape of such a page before its text is there. */
export function OfficeProfileSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className={classes.profile}>
      <Bone height="clamp(7.5rem, 17vw, 13rem)" />
      <div className={classes.columns}>
        <div className={classes.head}>
          <div className={classes.avatar}>
            <Bone width={132} height={132} round />
          </div>
          <p className={classes.loading}>{label}</p>
          <Bone width="60%" height="3.25rem" />
          <Bone width="40%" />
        </div>
        <div className={classes.aside}>
          <Bone height="20rem" />
        </div>
        <div className={classes.main}>
          <Bone height="14rem" />
        </div>
      </div>
    </Loading>
  )
}
