import type { ReactNode } from 'react'
import { Stack } from '../../../ui'
import { Chapter, ChapterOf, Chapters, Points } from '../../../ui/profile/Chapters'
import type { Candidate } from '../shared/types'
import classes from './Programme.module.css'

/** What a programme consists of, now or before an edit. */
type Said = Pick<
  Candidate,
  | 'vision'
  | 'goals'
  | 'promises'
  | 'whyVoteForMe'
  | 'bio'
  | 'experience'
  | 'policies'
  | 'qualifications'
  | 'twitter'
  | 'discord'
  | 'website'
>

/** What the candidate says: vision first, then what follows from it. */
export function Programme({ candidate }: { candidate: Said }) {
  return (
    <Chapters>
      <Chapter title="Vision" text={candidate.vision} />
      <Points title="Goals" points={candidate.goals} />
      <Points title="Promises" points={candidate.promises} />
      <Chapter title="Why vote for me" text={candidate.whyVoteForMe} />
      <Chapter title="Biography" text={candidate.bio} />
      <Chapter title="Experience" text={candidate.experience} />
      <Chapter title="Policies" text={candidate.policies} />
      <Chapter title="Qualifications" text={candidate.qualifications} />
      <Links candidate={candidate} />
    </Chapters>
  )
}

/** The candidate's links. A text becomes a link only where its address is certain. */
function Links({ candidate }: { candidate: Said }) {
  const { twitter, discord, website } = candidate
  if (!twitter && !discord && !website) return null
  const handle = /^@?(\w{1,15})$/.exec(twitter ?? '')?.[1]
  return (
    <ChapterOf title="Social links">
      <Stack as="ul" gap={1} className={classes.links}>
        {twitter && (
          <li>
            <span>Twitter</span> {handle ? <Away to={`https://x.com/${handle}`}>@{handle}</Away> : twitter}
          </li>
        )}
        {discord && (
          <li>
            <span>Discord</span> {discord}
          </li>
        )}
        {website?.startsWith('https://') && (
          <li>
            <span>Website</span> <Away to={website}>{website.replace(/^https:\/\//, '')}</Away>
          </li>
        )}
      </Stack>
    </ChapterOf>
  )
}

function Away({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noopener noreferrer nofollow" target="_blank">
      {children}
      <span className="visually-hidden"> (opens another site)</span>
    </a>
  )
}
