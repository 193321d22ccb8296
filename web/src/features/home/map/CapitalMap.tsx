import { useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { Button } from '../../../ui'
import home from '../Home.module.css'
import classes from './CapitalMap.module.css'
import { Directory } from './Directory'
import { useNear } from './use-media'

/** The map begins to load when it is this near to the screen. */
const NEAR = '300px 0px'

/** The capital: the living map, once one comes near it, and its buildings as a plain list, always. */
export function CapitalMap() {
  const place = useRef<HTMLDivElement>(null)
  const { Stage, failed, again } = useStage(useNear(place, NEAR))
  return (
    <section className={home.section} aria-labelledby="capital">
      <div className={home.headRow}>
        <h2 id="capital" className={home.heading}>
          The capital
        </h2>
        <p className={classes.lead}>Four buildings, one democracy. Walk in.</p>
      </div>
      <div className={classes.sheet}>
        <div ref={place} className={classes.place}>
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

/** The code of the living map, loaded when it is wanted. */
function useStage(wanted: boolean) {
  const [Stage, setStage] = useState<ComponentType | null>(null)
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!wanted) return
    let open = true
    import('./MapStage').then(
      (module) => open && setStage(() => module.default),
      () => open && setFailures((count) => count + 1),
    )
    return () => {
      open = false
    }
  }, [wanted, attempt])
  return { Stage, failed: failures > attempt, again: () => setAttempt((count) => count + 1) }
}
