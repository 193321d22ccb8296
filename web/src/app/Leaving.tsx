import { useEffect, useState } from 'react'
import { useIsLeaving } from '../lib/router'
import classes from './Leaving.module.css'

/** So long, in milliseconds, the code of a page may take before it is shown that it is under way. */
const SOON = 300

/** A thin line at the top while the code of the next page loads: the page that was left stays until then. */
export function Leaving() {
  return useIsLeaving() && <Line />
}

function Line() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON)
    return () => clearTimeout(timer)
  }, [])
  return isLate && <div role="progressbar" aria-label="Loading the next page" className={classes.line} />
}
