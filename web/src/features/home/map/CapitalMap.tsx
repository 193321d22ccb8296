import { useRef } from 'react'
import { Button, Stack, Row, Text, Panel } from '../../../ui'
import home from '../Home.module.css'
import { useNear } from '../use-near'
import { useLazily } from '../use-lazily'
import classes from './CapitalMap.module.css'
import { Directory } from './Directory'
import { TurnoutSoFar } from './TurnoutSoFar'

const load = () => import('./MapStage')

/** The capital: the living map, once one comes near it, and its buildings as a plain list, always. */
export function CapitalMap() {
  const place = useRef<HTMLDivElement>(null)
  const { Part: Stage, failed, again } = useLazily(load, useNear(place))
  return (
    <Stack as="section" gap={5} className={home.section} aria-labelledby="capital">
      <Row gap={[3, 5]} align="end" justify="between">
        <Text id="capital" as="h2" step={4} face="display" className={home.heading}>
          The capital
        </Text>
        <Text tone="soft">Four buildings, one democracy. Walk in.</Text>
      </Row>
      <div className={classes.sheet}>
        <div ref={place} className={classes.place} data-waiting={Stage || failed ? undefined : ''}>
          {Stage ? (
            <Stage />
          ) : (
            <Stack align="center" justify="center" className={classes.empty}>
              {failed && <Failed again={again} />}
            </Stack>
          )}
        </div>
        <TurnoutSoFar />
        <Directory />
      </div>
    </Stack>
  )
}

function Failed({ again }: { again: () => void }) {
  return (
    <Panel gap={3} pad={5} justify="center" centred role="status">
      <p>The map could not be loaded. Its buildings are listed below.</p>
      <Button variant="default" onClick={again}>
        Try again
      </Button>
    </Panel>
  )
}
