import { signIn } from '../../lib/session/session'
import { Button, ButtonLink, LineWork, Seal, Row, Text } from '../../ui'
import classes from '../../ui/whole-screen.module.css'
import { usePageTitle } from '../../ui/use-page-title'

interface Props {
  /** What the page behind it is called. */
  page: string
  /** What is said of it; most pages say the same. */
  title?: string
  /** What one does there, and what it needs. */
  children: string
}

/** Shown where only citizens may be (requirements 1.2). */
export function AuthWall({ page, title = 'Authentication Required', children }: Props) {
  usePageTitle(title)
  return (
    <div className={classes.screen}>
      <LineWork seed="the gate" className={classes.ground} />
      <Seal fine className={classes.wallSeal} />
      <Text tone="state" strong step={1}>
        {page}
      </Text>
      <h1>{title}</h1>
      <p>
        <strong>{children}</strong>
      </p>
      <p>Please connect your Twitter account to continue. You will come back to this page.</p>
      <Row gap={3} justify="center" fills>
        <Button onClick={() => signIn()}>Connect with Twitter</Button>
        <ButtonLink to="/" variant="default">
          Return to Home
        </ButtonLink>
      </Row>
    </div>
  )
}
