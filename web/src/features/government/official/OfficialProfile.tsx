import { followersWithWord } from '@nation/domain/formats'
import { officialTitle } from '@nation/domain/pages'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { ActiveBadge, Badge, dateInWords, OfficeBadge, Stack } from '../../../ui'
import { OfficeProfile } from '../../../ui/profile/OfficeProfile'
import { ShareButton } from '../../../ui/ShareButton'
import { pagePath } from '../../citizens'
import { officialPath } from '../paths'
import { PromisesKept } from '../promises/PromisesKept'
import type { Official } from '../types'
import { Certificate } from './Certificate'
import { EarlierTerms } from './EarlierTerms'
import { Mandate } from './Mandate'

/** Banner and portrait, what became of promises, what was said for the seat, and the certificate of office. */
export function OfficialProfile({ official }: { official: Official }) {
  const { campaign, term } = official
  return (
    <OfficeProfile
      role={term.office}
      person={{
        id: official.uid,
        name: official.username,
        nameId: 'official-name',
        picture: official.profilePicture,
        path: official.pageNumber && pagePath(official.pageNumber),
      }}
      banner={{ id: official.uid, picture: campaign?.bannerImage ?? null }}
      title={campaign?.title ?? null}
      slogan={campaign?.campaignSlogan ?? null}
      badges={
        <>
          <OfficeBadge role={term.office} title={official.position} />
          {official.status === 'ACTIVE' ? <ActiveBadge>ACTIVE</ActiveBadge> : <Badge>{official.status}</Badge>}
        </>
      }
      facts={<Facts official={official} />}
      aside={
        <Stack gap={4}>
          <Certificate official={official} />
          <ShareButton title={officialTitle(official)} path={officialPath(official.uid)} />
        </Stack>
      }
    >
      <PromisesKept official={official} />
      <Mandate official={official} />
      <EarlierTerms terms={official.earlierTerms} />
    </OfficeProfile>
  )
}

function Facts({ official }: { official: Official }) {
  return (
    <>
      <a href={`https://x.com/${official.twitterUsername}`} rel="noopener noreferrer" target="_blank">
        @{official.twitterUsername}
      </a>
      {official.twitterVerified && (
        <span>
          <IconRosetteDiscountCheck size={16} aria-hidden /> Verified on X
        </span>
      )}
      <span>{followersWithWord(official.twitterFollowers)}</span>
      <span>Citizen since {dateInWords(official.joinedAt)}</span>
      <Link to={`/gazette?person=${official.uid}`}>In the gazette</Link>
    </>
  )
}
