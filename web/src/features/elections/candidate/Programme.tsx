import type { ReactNode } from 'react'
import type { Candidate } from '../shared/types'
import classes from './Programme.module.css'

/** What the candidate says: vision first, then what follows from it. */
export function Programme({ candidate }: { candidate: Candidate }) {
  return (
    <div className={classes.programme}>
      <Chapter title="Vision" text={candidate.vision} />
      <Points title="Goals" points={candidate.goals} />
      <Points title="Promises" points={candidate.promises} />
      <Chapter title="Why vote for me" text={candidate.whyVoteForMe} />
      <Chapter title="Biography" text={candidate.bio} />
      <Chapter title="Experience" text={candidate.experience} />
      <Chapter title="Policies" text={candidate.policies} />
      <Chapter title="Qualifications" text={candidate.qualifications} />
      <Links candidate={candidate} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  )
}

function Chapter({ title, text }: { title: string; text: string | null }) {
  return text ? (
    <Part title={title}>
      <p className={classes.text}>{text}</p>
    </Part>
  ) : null
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return points.length > 0 ? (
    <Part title={title}>
      <ol className={classes.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ol>
    </Part>
  ) : null
}

function Links({ candidate }: { candidate: Candidate }) {
  const { twitter, discord, website } = candidate
  if (!twitter && !discord && !website) return null
  return (
    <Part title="Contact">
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
    </Part>
  )
}
