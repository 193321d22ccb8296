import { Link } from 'react-router-dom'
import { pagePath } from './page-path'
import classes from './PageLink.module.css'

interface Props {
  name: string
  /** `pageNumber` of an answer: null while no page is shown. */
  number: string | null
}

/** The way to somebody's public page, behind their handle, where their name leads elsewhere. Nothing while no page is shown. */
export function PageLink({ name, number }: Props) {
  if (number === null) return null
  return (
    <>
      {' '}
      ·{' '}
      <Link to={pagePath(number)} aria-label={`Public page of ${name}`} draggable={false} className={classes.link}>
        Public page
      </Link>
    </>
  )
}
