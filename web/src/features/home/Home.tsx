import { Suspense, useLayoutEffect } from 'react'
import { usePageTitle } from '../../ui/use-page-title'
import { useSession } from '../../lib/session/session'
import { Stack } from '../../ui'
import { CallToAction } from './CallToAction'
import { DayPlace } from './day/DayPlace'
import { Hero } from './Hero'
import classes from './Home.module.css'
import { HowItWorks } from './HowItWorks'
import { CapitalMap } from './map/CapitalMap'
import { SeatedGovernment } from './SeatedGovernment'

// Each is taken over for itself: in one piece they hold a phone up for a third of a second. They are the same elements each time, so
// that what becomes known meanwhile does not hurry them. What turns out not to be theirs to see goes without having been taken over.
const parts = {
  day: <DayPlace />,
  first: <Hero />,
  map: <CapitalMap />,
  seated: <SeatedGovernment />,
  below: <Hero below />,
  how: <HowItWorks />,
  join: <CallToAction />,
}
const part = (name: keyof typeof parts) => <Suspense key={name}>{parts[name]}</Suspense>
const [day, first, map, seated, below, how, join] = (Object.keys(parts) as (keyof typeof parts)[]).map(part)

/** The nation's front door (requirements 1.2): to visitors with the brochure first, to citizens with their day (decision 89). */
export default function Home() {
  usePageTitle()
  const status = useSession((state) => state.status)
  // What the served page took for granted before the session was known.
  useLayoutEffect(() => {
    if (status !== 'signed-out') return
    document.documentElement.removeAttribute('data-here')
    document.documentElement.removeAttribute('data-remembers')
  }, [status])
  return (
    <Stack className={classes.home}>
      {status !== 'signed-out' && day}
      {status !== 'signed-in' && first}
      {map}
      {seated}
      {status === 'signed-in' && below}
      {how}
      {join}
    </Stack>
  )
}
