import { useEffect, useState } from 'react'
import { nationAnswers, reloadOnce, untilItStays } from '../lib/missing-code'
import { useReach } from '../lib/reach'
import { Button, ButtonLink, LineWork, Loading, Row } from '../ui'
import { ErrorScreen, PartError } from './ErrorScreen'
import classes from '../ui/whole-screen.module.css'

type CodeState = 'looking' | 'unreachable' | 'broken'

async function findOut(): Promise<CodeState> {
  await untilItStays()
  if (!(await nationAnswers())) return 'unreachable'
  await untilItStays()
  return reloadOnce() ? 'looking' : 'broken'
}

/**
 * What is known of code that did not arrive. While the nation does not answer it is `unreachable`, and the page is loaded again
 * once the connection is back. When the nation answers, there is a new build: the page is loaded again at once, a single time.
 */
function useMissingCode() {
  const [state, setState] = useState<CodeState>('looking')
  const [trying, setTrying] = useState(false)
  const reached = useReach((state) => state.reached)
  useEffect(() => {
    const look = () => void findOut().then(setState)
    look()
    addEventListener('online', look)
    return () => removeEventListener('online', look)
  }, [reached])
  const tryAgain = async () => {
    setTrying(true)
    setState(await findOut())
    setTrying(false)
  }
  return { state, trying, tryAgain }
}

/** Stands where a screen should be whose code is not on this device. */
export function MissingScreen({ inShell = false }: { inShell?: boolean }) {
  const { state, trying, tryAgain } = useMissingCode()
  if (state === 'broken') return <ErrorScreen inShell={inShell} />
  if (state === 'looking') return <Loading label="Loading the page" />
  const Frame = inShell ? 'div' : 'main'
  return (
    <Frame className={classes.screen}>
      <LineWork seed="not on this device" className={classes.ground} />
      <h1>This page is not on this device</h1>
      <p>
        {navigator.onLine ? 'The nation does not answer at the moment' : 'You are offline'}, and this page was not kept
        here before. It opens automatically as soon as {navigator.onLine ? 'the nation answers' : 'you are back online'}
        .
      </p>
      <Row gap={3} justify="center" fills>
        <Button loading={trying} onClick={() => void tryAgain()}>
          Try Again
        </Button>
        <ButtonLink to="/" variant="default">
          Go Home
        </ButtonLink>
      </Row>
    </Frame>
  )
}

/** The same for a part of a screen. */
export function MissingPart() {
  const { state, trying, tryAgain } = useMissingCode()
  if (state === 'broken') return <PartError />
  if (state === 'looking') return null
  return (
    <Row gap={3} pad={4} align="center" justify="center" className={classes.part} role="status">
      <strong>This part of the page is not on this device.</strong>
      <Button size="sm" variant="default" loading={trying} onClick={() => void tryAgain()}>
        Try Again
      </Button>
    </Row>
  )
}
