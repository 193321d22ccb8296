import type { ReactNode } from 'react'
import type { Official } from '../types'
import classes from './Mandate.module.css'

/** What the official stands for: the campaign that won the seat, as it was when citizens voted. */
export function Mandate({ official: { campaign, term, username } }: { official: Official }) {
  if (!campaign) {
    return (
      <p className={classes.none}>
        {username} was appointed {term.title} and had no campaign for the seat.
      </p>
    )
  }
  return (
    <div className={classes.mandate}>
      <Chapter title="Campaign Vision" text={campaign.vision} />
      <Chapter title="Policies" text={campaign.policies} />
      <Points title="Goals" points={campaign.goals} />
      <Points title="Promises" points={campaign.promises} />
      <Chapter title="Biography" text={campaign.bio} />
      <Chapter title="Experience" text={campaign.experience} />
      <Chapter title="Qualifications" text={campaign.qualifications} />
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
        {points.map((point, index) => (
          <li key={index}>{point}</li>
        ))}
      </ol>
    </Part>
  ) : null
}
