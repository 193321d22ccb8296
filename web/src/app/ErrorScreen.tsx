import { Button, LineWork, Row, Text } from '../ui'
import classes from '../ui/whole-screen.module.css'

/** What is shown when a screen breaks. Drawn without the router's help: that may be what broke. */
export function ErrorScreen({ inShell = false }: { inShell?: boolean }) {
  const Frame = inShell ? 'div' : 'main'
  return (
    <Frame className={classes.screen} role={inShell ? 'alert' : undefined}>
      <LineWork seed="broken plate" className={classes.ground} />
      <h1>Oops! Something went wrong</h1>
      <p>The republic encountered an unexpected error</p>
      <Row gap={3} justify="center" fills>
        <Button onClick={() => location.reload()}>Try Again</Button>
        <Button component="a" href="/" variant="default">
          Go Home
        </Button>
      </Row>
      <Text tone="faint" step={-1}>
        Tip: if this keeps happening, clear your browser’s cache for this site and load it again.
      </Text>
    </Frame>
  )
}

/** The shorter variant, for a part of a screen. */
export function PartError() {
  return (
    <Row gap={3} pad={4} align="center" justify="center" className={classes.part} role="alert">
      <strong>Something went wrong</strong>
      <Button size="sm" variant="default" onClick={() => location.reload()}>
        Refresh Page
      </Button>
    </Row>
  )
}

/** The last resort, when not even the frame stands. No part of ours is used: any of them may be what broke. */
export function FatalError() {
  return <p className={classes.fatal}>Something went wrong. Please refresh the page to try again.</p>
}
