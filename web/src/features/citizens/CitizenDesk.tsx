import { useFeatures } from '../../lib/feature-flags'
import { useCall } from '../../lib/query/query'
import type { OwnProfile } from '../../lib/session/session'
import { HoldingsPanel } from './desk/HoldingsPanel'
import { WalletPanel } from './desk/WalletPanel'
import { IdCard } from './card/IdCard'
import classes from './CitizenDesk.module.css'
import { DataPanel } from './desk/DataPanel'
import { DatesPanel } from './desk/DatesPanel'
import { DeletePanel } from './desk/DeletePanel'
import { SignOutButtons, Ways } from './desk/DeskActions'
import { PagePanel } from './desk/PagePanel'
import { PicturePanel } from './desk/PicturePanel'
import { CandidacyPanel, VotingPanel } from './desk/RightsPanel'
import { SocialPanel } from './desk/SocialPanel'

interface Props {
  user: OwnProfile
  /** Called when the citizen leaves for another page, or for good. */
  onLeave?: () => void
}

/** The ID card and everything about its holder: on the page and in the dialog alike. */
export function CitizenDesk({ user, onLeave }: Props) {
  const holdings = useCall('holdings.get', {})
  // Officials and moderators may stand as well: their role does not say whether they do.
  const { elections } = useFeatures()
  const candidacy = useCall('candidates.mine', {}, { enabled: elections })
  const candidateId = candidacy.data?.candidate?.id
  return (
    <div className={classes.frame}>
      <div className={classes.desk}>
        <div className={classes.card}>
          <IdCard user={user} />
          <Ways user={user} candidateId={candidateId} {...(onLeave && { onGo: onLeave })} />
        </div>
        <div className={classes.rights}>
          <VotingPanel user={user} roll={holdings.data?.roll} />
          <CandidacyPanel user={user} candidateId={candidateId} />
          <HoldingsPanel />
          <WalletPanel user={user} />
          <SocialPanel user={user} />
        </div>
        <div className={classes.person}>
          <PagePanel username={user.username} onGo={onLeave} />
          <PicturePanel user={user} />
          <DatesPanel user={user} />
        </div>
        <div className={classes.data}>
          <DataPanel />
          <DeletePanel user={user} />
        </div>
        <SignOutButtons onDone={onLeave} />
      </div>
    </div>
  )
}
