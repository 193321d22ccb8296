import type { FeatureName } from '@nation/domain/system'
import { Link } from 'react-router-dom'
import { useBuilt } from '../../../lib/built'
import { isFeatureOn, useFeatures } from '../../../lib/feature-flags'
import { Stack, Text } from '../../../ui'
import classes from './Day.module.css'

/** What administrators do, and where: the panel asks for its own password. */
const places: readonly { readonly to: string; readonly label: string; readonly feature?: FeatureName }[] = [
  { to: '/admin?tab=members', label: 'Members' },
  { to: '/admin?tab=broadcast', label: 'Broadcast' },
  { to: '/admin?tab=bank', label: 'Bank and payments' },
  { to: '/admin?tab=elections', label: 'Elections', feature: 'elections' },
  { to: '/admin?tab=jobs', label: 'Jobs' },
  { to: '/admin?tab=audit', label: 'Audit' },
]

/** The work of an administrator, beside what waits for them as a citizen. */
export function AdminWork() {
  const built = useBuilt()
  const features = useFeatures()
  if (!built('/admin')) return null
  return (
    <Stack as="section" gap={2} pad={5} className={classes.outcome} aria-labelledby="administration">
      <Text id="administration" as="h2" step={1}>
        Administration
      </Text>
      <ul className={classes.places}>
        {places
          .filter((place) => isFeatureOn(place, features))
          .map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        {built('/government') && (
          <li>
            <Link to="/government">Government dashboard</Link>
          </li>
        )}
      </ul>
    </Stack>
  )
}
