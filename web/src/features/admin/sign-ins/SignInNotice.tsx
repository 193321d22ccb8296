import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button, Row } from '../../../ui'
import { usePanelCall } from '../panel-session'
import { newsOf } from './sign-in-words'
import classes from './sign-ins.module.css'
import { EVERY } from './SignInsTab'

/** After a sign-in: tries that failed since the last one, and recovery codes that run out. Nothing when all is well. */
export function SignInNotice() {
  const { data } = usePanelCall('admin.security', {}, EVERY)
  const [read, setRead] = useState('')
  const news = data ? newsOf(data).join(' ') : ''
  if (news === '' || news === read) return null
  return (
    <Row
      as="aside"
      gap={[3, 5]}
      pad={[3, 4]}
      align="center"
      justify="between"
      className={classes.notice}
      aria-label="About your sign-ins"
    >
      <p>{news}</p>
      <Row gap={[2, 4]} align="center">
        <Link to="/admin?tab=sign-ins">Look at your sign-ins</Link>
        <Button variant="default" size="sm" onClick={() => setRead(news)}>
          I have read this
        </Button>
      </Row>
    </Row>
  )
}
