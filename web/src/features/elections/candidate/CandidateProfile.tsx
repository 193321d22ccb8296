import type { CallAnswer } from '@nation/domain/contract'
import { roleOfPosition } from '@nation/domain/elections'
import { followersWithWord } from '@nation/domain/formats'
import { useId, useState, type ReactNode } from 'react'
import { Badge, dateInWords, OfficeBadge, Stack, VerifiedHolder } from '../../../ui'
import { FoldButton } from '../../../ui/FoldButton'
import { OfficeProfile } from '../../../ui/profile/OfficeProfile'
import { pagePath } from '../../citizens'
import type { Candidate } from '../shared/types'
import { candidateNameId } from '../shared/VoteButton'
import { Ballot } from './Ballot'
import { Edits } from './Edits'
import { Gallery } from './Gallery'
import { InOfficeBefore } from './InOfficeBefore'
import { PastCandidacies } from './PastCandidacies'
import { Programme } from './Programme'
import { Removed } from './Removed'

type EditsOf = CallAnswer<'candidates.get'>['edits']

/** Banner, portrait and particulars, the ballot to vote with, and the programme. */
export function CandidateProfile({ candidate, edits }: { candidate: Candidate; edits: EditsOf }) {
  return (
    <OfficeProfile
      role={roleOfPosition(candidate.position)}
      person={{
        id: candidate.userId,
        name: candidate.displayName,
        nameId: candidateNameId(candidate.id),
        picture: candidate.profilePicture,
        path: candidate.pageNumber && pagePath(candidate.pageNumber),
        largeHandle: candidate.namesake ? candidate.twitterHandle : undefined,
      }}
      banner={{ id: candidate.id, picture: candidate.bannerImage }}
      title={candidate.title}
      slogan={candidate.campaignSlogan}
      badges={<Badges candidate={candidate} />}
      facts={
        <>
          <a href={`https://x.com/${candidate.twitterHandle}`} rel="noopener noreferrer" target="_blank">
            @{candidate.twitterHandle}
          </a>
          <span>{followersWithWord(candidate.twitterFollowers)}</span>
          <span>Stands since {dateInWords(candidate.createdAt)}</span>
        </>
      }
      notice={<Removed candidate={candidate} />}
      aside={
        <>
          <Ballot candidate={candidate} />
          <InOfficeBefore candidate={candidate} />
        </>
      }
    >
      <Edits candidate={candidate} edits={edits} />
      <Campaign folded={candidate.removed !== null}>
        <Programme candidate={candidate} />
        <Gallery candidate={candidate} />
      </Campaign>
      <PastCandidacies citizenId={candidate.userId} except={candidate.id} />
    </OfficeProfile>
  )
}

/** What the candidate wrote: folded where the candidacy was removed, because nothing of it stands any more. */
function Campaign({ folded, children }: { folded: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!folded) return children
  return (
    <Stack gap={5}>
      <div>
        <FoldButton open={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Hide the programme' : 'Show the programme'}
        </FoldButton>
      </div>
      <Stack id={id} gap={7}>
        {open && children}
      </Stack>
    </Stack>
  )
}

/** What they stand for is no office that they hold. */
function standsFor({ won, status, positionTitle }: Candidate): string {
  if (won) return positionTitle
  return status === 'active' ? `Candidate for ${positionTitle}` : `Stood for ${positionTitle}`
}

function Badges({ candidate }: { candidate: Candidate }) {
  return (
    <>
      <OfficeBadge role={roleOfPosition(candidate.position)} title={standsFor(candidate)} />
      {candidate.verifiedHolder && <VerifiedHolder />}
      {candidate.status === 'withdrawn' ? (
        <Badge>{candidate.removed ? 'Removed' : 'Withdrawn'}</Badge>
      ) : candidate.won ? (
        <Badge tone="success">Elected</Badge>
      ) : (
        candidate.status === 'archived' && <Badge>{candidate.cancelled ? 'Election cancelled' : 'Election over'}</Badge>
      )}
    </>
  )
}
