import { usePageTitle } from '../../app/use-page-title'
import { Hero } from './Hero'
import { HowItWorks } from './HowItWorks'
import { SeatedGovernment } from './SeatedGovernment'
import { CallToAction } from './CallToAction'
import { CapitalMap } from './map/CapitalMap'
import { Stack } from '../../ui'
import classes from './Home.module.css'

/** The nation's front door (requirements 1.2). */
export default function Home() {
  usePageTitle()
  return (
    <Stack className={classes.home}>
      <Hero />
      <CapitalMap />
      <SeatedGovernment />
      <HowItWorks />
      <CallToAction />
    </Stack>
  )
}
