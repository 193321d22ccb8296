import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { ButtonLink, Seal, Stack } from '../../../ui'
import classes from './Submitted.module.css'

/** After submitting, the list comes by itself this much later (requirements 2.9). */
const REDIRECT = 2000

/** The response is in: says so, and leads back to the list. */
export function Submitted() {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => void navigate('/interviews'), REDIRECT)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Stack as="section" gap={3} justify="center" centred className={classes.submitted} aria-labelledby="submitted">
      <Seal fine className={classes.seal} />
      <h2 id="submitted" ref={heading} tabIndex={-1}>
        Response Submitted!
      </h2>
      <p>Thank you. The interviews open again in a moment; your answers are kept under “My responses”.</p>
      <ButtonLink to="/interviews" variant="default">
        Back to the interviews
      </ButtonLink>
    </Stack>
  )
}
