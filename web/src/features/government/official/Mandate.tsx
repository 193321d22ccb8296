import { Chapter, Chapters } from '../../../ui/profile/Chapters'
import type { Official } from '../types'
import classes from './Mandate.module.css'

/** What the official stands for: the campaign that won the seat, as it was when citizens voted. Goals and promises have a part of their own (`PromisesKept`). */
export function Mandate({ official: { campaign, term, username } }: { official: Official }) {
  if (!campaign) {
    return (
      <p className={classes.none}>
        <bdi>{username}</bdi> was appointed {term.title} and had no campaign for the seat.
      </p>
    )
  }
  return (
    <Chapters>
      <Chapter title="Campaign Vision" text={campaign.vision} />
      <Chapter title="Policies" text={campaign.policies} />
      <Chapter title="Biography" text={campaign.bio} />
      <Chapter title="Experience" text={campaign.experience} />
      <Chapter title="Qualifications" text={campaign.qualifications} />
    </Chapters>
  )
}
