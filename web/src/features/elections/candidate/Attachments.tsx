import { positionOf } from '@nation/domain/elections'
import { Picture } from '../../../ui'
import type { Candidate } from '../shared/types'
import classes from './Attachments.module.css'

const isPicture = (address: string) => /\.(png|jpe?g|gif|webp)(\?.*)?$/i.test(address)

/** What the position asked to be shown: pictures as pictures, anything else as a link. */
export function Attachments({ candidate }: { candidate: Candidate }) {
  const groups = Object.entries(candidate.attachments).filter(([, addresses]) => addresses.length > 0)
  if (groups.length === 0) return null
  const labelOf = (type: string) =>
    positionOf(candidate.position).attachments.find((need) => need.type === type)?.label ?? type
  return (
    <section className={classes.attachments} aria-labelledby="attachments-title">
      <h2 id="attachments-title">Attachments</h2>
      {groups.map(([type, addresses]) => (
        <div key={type}>
          <h3 className={classes.label}>{labelOf(type)}</h3>
          <ul className={classes.gallery}>
            {addresses.map((address, index) => (
              <li key={address}>
                {isPicture(address) && <Picture src={address} alt={`${labelOf(type)} ${index + 1}`} />}
                <a href={address} target="_blank" rel="noopener noreferrer nofollow">
                  {isPicture(address) ? 'View Full Size' : `Open file ${index + 1}`}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
