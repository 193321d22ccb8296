import { inFull } from '@nation/domain/formats'
import { percentInWords } from '@nation/domain/elections'
import { LiveNumber } from '../../../ui'
import { useTurnoutSoFar } from './lit-windows'
import classes from './TurnoutSoFar.module.css'

/** What the windows of the capital show, in words. They change as the windows do; nothing is announced. */
export function TurnoutSoFar() {
  const { turnout, failed } = useTurnoutSoFar()
  return (
    <p className={classes.words}>
      {turnout ? <Words {...turnout} /> : failed ? UNREAD : turnout === undefined ? ' ' : AT_REST}
    </p>
  )
}

const AT_REST = 'While voting is open, the turnout lights the windows of the capital.'

const UNREAD = 'The turnout so far could not be read.'

function Words({ voters, eligible, percent }: { voters: number; eligible: number; percent: number }) {
  if (voters === 0)
    return `No citizen has voted yet, of ${inFull(eligible)} who may. The first vote lights the first windows.`
  return (
    <>
      <strong>
        <LiveNumber value={voters} /> {voters === 1 ? 'citizen has' : 'citizens have'} voted
      </strong>
      , {percentInWords(percent)}% of those who may. The same share of the capital’s windows is lit.
    </>
  )
}
