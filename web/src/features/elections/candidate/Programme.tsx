import { Chapter, ChapterOf, Chapters, Points } from '../../../ui'
import type { Candidate } from '../shared/types'
import classes from './Programme.module.css'

/** What the candidate says: vision first, then what follows from it. */
export function Programme({ candidate }: { candidate: Candidate }) {
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

function Links({ candidate }: { candidate: Candidate }) {
  const { twitter, discord, website } = candidate
  if (!twitter && !discord && !website) return null
  return (
    <ChapterOf title="Contact">
      <ul className={classes.links}>
        {twitter && <li>Twitter: {twitter}</li>}
        {discord && <li>Discord: {discord}</li>}
        {website?.startsWith('https://') && (
          <li>
            <a href={website} rel="noopener noreferrer nofollow" target="_blank">
              {website.replace(/^https:\/\//, '')}
            </a>
          </li>
        )}
      </ul>
    </ChapterOf>
  )
}
