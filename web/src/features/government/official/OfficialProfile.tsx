import { followersInWords } from '@nation/domain/formats'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { CitizenAvatar, dateInWords, OfficeBadge, officeStyle } from '../../../ui'
import { CandidateBanner } from '../../elections/shared/CandidateBanner'
import type { Official } from '../types'
import { Certificate } from './Certificate'
import { EarlierTerms } from './EarlierTerms'
import { Mandate } from './Mandate'
import classes from './OfficialProfile.module.css'

/** Banner and portrait, what was promised for the seat, and the certificate of office. */
export function OfficialProfile({ official }: { official: Official }) {
  const { campaign, term } = official
  const active = official.status === 'ACTIVE'
  return (
    <article style={officeStyle(term.office)} aria-labelledby="official-name" className={classes.profile}>
      <CandidateBanner
        id={official.uid}
        role={term.office}
        picture={campaign?.bannerImage ?? null}
        className={classes.banner}
      />
      <div className={classes.columns}>
        <header className={classes.head}>
          <CitizenAvatar
            id={official.uid}
            name={official.username}
            picture={official.profilePicture}
            size={132}
            className={classes.avatar}
          />
          <div className={classes.badges}>
            <OfficeBadge role={term.office} title={official.position} />
            <span className={classes.status} data-active={active || undefined}>
              {official.status}
            </span>
          </div>
          <h1 id="official-name" className={classes.name}>
            {official.username}
          </h1>
          {campaign?.title && <p className={classes.title}>{campaign.title}</p>}
          <p className={classes.facts}>
            <a href={`https://x.com/${official.twitterUsername}`} rel="noopener noreferrer" target="_blank">
              @{official.twitterUsername}
            </a>
            {official.twitterVerified && (
              <span className={classes.verified}>
                <IconRosetteDiscountCheck size={16} aria-hidden /> Verified on X
              </span>
            )}
            <span>{followersInWords(official.twitterFollowers)} followers</span>
            <span>citizen since {dateInWords(official.joinedAt)}</span>
          </p>
          {campaign && <p className={classes.slogan}>{campaign.campaignSlogan}</p>}
        </header>
        <Certificate official={official} />
        <div className={classes.main}>
          <Mandate official={official} />
          <EarlierTerms terms={official.earlierTerms} />
        </div>
      </div>
    </article>
  )
}
