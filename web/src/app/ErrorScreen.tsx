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
