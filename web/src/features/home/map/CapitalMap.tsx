import { useRef } from 'react'
import { Button } from '../../../ui'
import home from '../Home.module.css'
import { useNear } from '../use-near'
import { useLazily } from '../use-lazily'
import classes from './CapitalMap.module.css'
import { Directory } from './Directory'

const load = () => import('./MapStage')

/** The capital: the living map, once one comes near it, and its buildings as a plain list, always. */
export function CapitalMap() {
  const place = useRef<HTMLDivElement>(null)
  const { Part: Stage, failed, again } = useLazily(load, useNear(place))
  return (
    <section className={home.section} aria-labelledby="capital">
      <div className={home.headRow}>
        <h2 id="capital" className={home.heading}>
          The capital
        </h2>
        <p className={classes.lead}>Four buildings, one democracy. Walk in.</p>
      </div>
      <div className={classes.sheet}>
        <div ref={place} className={classes.place} data-waiting={Stage || failed ? undefined : ''}>
          {Stage ? <Stage /> : <div className={classes.empty}>{failed && <Failed again={again} />}</div>}
        </div>
        <Directory />
      </div>
    </section>
  )
}

function Failed({ again }: { again: () => void }) {
  return (
    <div className={classes.failed} role="status">
      <p>The map could not be loaded. Its buildings are listed below.</p>
      <Button variant="default" onClick={again}>
        Try again
      </Button>
    </div>
  )
}
