import { jobsOfKind } from '@nation/domain/work'
import { Loading, Panel, Skeleton, Stack, StatCard, StatRow } from '../../../ui'
import { LoadingWork } from '../work/WorkTab'
import classes from './jobs.module.css'

const figures = ['Failed', 'Waiting', 'Paused', 'In the queue']

/** The jobs while they load. Their number is known already: a line for each, as one that is well has it. */
export function LoadingJobs() {
  return (
    <Loading label="Loading the jobs">
      <Stack gap={6}>
        <StatRow>
          {figures.map((label) => (
            <StatCard key={label} label={label} note={<Skeleton width="80%" height="0.9rem" />}>
              <Skeleton width="2rem" height="1.25em" />
            </StatCard>
          ))}
        </StatRow>
        <Stack gap={4}>
          <Skeleton width="12rem" height="1.5rem" />
          <Stack gap={2}>
            <LoadingWork />
          </Stack>
        </Stack>
        {(['timed', 'reaction'] as const).map((kind) => (
          <Stack key={kind} gap={4}>
            <Skeleton width="10rem" height="1.5rem" />
            <div className={classes.list}>
              {jobsOfKind(kind).map((name) => (
                <Panel key={name} edge="left" pad={[3, 4]} className={classes.loading}>
                  <span className={classes.what}>
                    <Skeleton width="min(70%, 12rem)" />
                    <Skeleton width="min(90%, 18rem)" height="0.8em" className={classes.does} />
                  </span>
                  <Skeleton width="2.4rem" height="1.4rem" />
                </Panel>
              ))}
            </div>
          </Stack>
        ))}
      </Stack>
    </Loading>
  )
}
