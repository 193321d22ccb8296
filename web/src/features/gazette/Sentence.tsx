import { Link } from 'react-router-dom'
import type { Entry } from './use-gazette'

/** What an entry says; what it names leads to its page. */
export function Sentence({ parts }: Pick<Entry, 'parts'>) {
  return parts.map((part, place) =>
    part.href === null ? (
      <span key={place}>{part.text}</span>
    ) : (
      // A name may be written from right to left.
      <Link key={place} to={part.href} dir="auto">
        {part.text}
      </Link>
    ),
  )
}
