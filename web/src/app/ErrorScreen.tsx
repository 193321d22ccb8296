import { Button, LineWork } from '../ui'
import classes from './ErrorScreen.module.css'

/** What is shown when a screen breaks. Drawn without the router's help: that may be what broke. */
export function ErrorScreen({ inShell = false }: { inShell?: boolean }) {
  const Frame = inShell ? 'div' : 'main'
  return (
    <Frame className={classes.screen} role={inShell ? 'alert' : undefined}>
      <LineWork seed="broken plate" className={classes.ground} />
      <h1>Oops! Something went wrong</h1>
      <p>The republic encountered an unexpected error</p>
      <div className={classes.actions}>
        <Button onClick={() => location.reload()}>Try Again</Button>
        <Button component="a" href="/" variant="default">
          Go Home
        </Button>
      </div>
      <p className={classes.tip}>
        Tip: if this keeps happening, clear your browser’s cache for this site and load it again.
      </p>
    </Frame>
  )
}

/** The shorter variant, for a part of a screen. */
export function PartError() {
  return (
    <div className={classes.part} role="alert">
      <strong>Something went wrong</strong>
      <Button size="sm" variant="default" onClick={() => location.reload()}>
        Refresh Page
      </Button>
    </div>
  )
}

/** The last resort, when not even the frame stands. No part of ours is used: any of them may be what broke. */
export function FatalError() {
  return <p className={classes.fatal}>Something went wrong. Please refresh the page to try again.</p>
}
