import { Link } from 'react-router-dom'
import { pagePath } from './page-path'
import classes from './PageLink.module.css'

interface Props {
  name: string
  /** `pageNumber` of an answer: null while no page is shown. */
  number: string | null
  /** Their handle, where it stands on the card: it is the link then, and stays where no page is shown. */
  handle?: string
}

/** The way to a citizen's public page from where their name leads elsewhere: their handle, or the words 'Public page'. */
export function PageLink({ name, number, handle }: Props) {
  const label = `Public page of ${name}`
  if (number === null) return handle === undefined ? null : `@${handle}`
  return (
    <Link
      to={pagePath(number)}
      aria-label={handle === undefined ? label : `@${handle}: ${label}`}
      title={handle === undefined ? undefined : label}
      draggable={false}
      data-handle={handle === undefined ? undefined : ''}
      className={classes.link}
    >
      {handle === undefined ? 'Public page' : `@${handle}`}
    </Link>
  )
}
