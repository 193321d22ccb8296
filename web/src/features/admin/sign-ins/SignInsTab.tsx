import { sentenceOf } from '../../../lib/api/api-error'
import { ErrorState, Loading, RelativeTime, Panel, Text } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { usePanelCall } from '../panel-session'
import { Devices } from './Devices'
import { RecoveryCodes } from './RecoveryCodes'
import { SecondFactor } from './SecondFactor'
import { Sessions } from './Sessions'
import { failuresInWords, type Security } from './sign-in-words'
import classes from './sign-ins.module.css'

/** Others may try at any time: how often it is asked, in milliseconds. */
export const EVERY = 30_000

/** The sign-ins of one's own panel account: what failed, which devices are known, what stands in for the authenticator. */
export function SignInsTab() {
  const asked = usePanelCall('admin.security', {}, EVERY)
  const security = asked.data
  if (asked.isError && !security) {
    return (
      <ErrorState
        title="Your sign-ins could not be read"
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      >
        {sentenceOf(asked.error)} Nothing about them was changed.
      </ErrorState>
    )
  }
  if (!security) {
    return (
      <Loading label="Loading your sign-ins" className={classes.tab}>
        <SkeletonCard height="7rem" />
        <SkeletonCard height="12rem" panel />
        <SkeletonCard height="10rem" panel />
      </Loading>
    )
  }
  return (
    <div className={classes.tab}>
      {/* What has to be done comes first. */}
      {security.secondFactor && <Failures security={security} />}
      <SecondFactor security={security} />
      {!security.secondFactor && <Failures security={security} />}
      <Sessions sessions={security.sessions} />
      <Devices devices={security.devices} />
      <RecoveryCodes security={security} />
    </div>
  )
}

function Failures({ security }: { security: Security }) {
  const { failedTries: failed } = security
  return (
    <Panel
      as="section"
      gap={3}
      pad={5}
      className={classes.panel}
      aria-labelledby="failed"
      data-bad={failed.tries > 0 || undefined}
    >
      <h3 id="failed">Failed tries</h3>
      <p>{failuresInWords(security)}</p>
      {failed.firstAt !== null && failed.lastAt !== null && (
        <Text tone="soft" step={-1} className={classes.note}>
          First: <RelativeTime inside at={failed.firstAt} />. Last: <RelativeTime inside at={failed.lastAt} />. If these
          were not yours, another person is guessing your password: make sure that you use it nowhere else.
        </Text>
      )}
    </Panel>
  )
}
