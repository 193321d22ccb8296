import { cycleInWords, presetOf } from '@nation/domain/bank'
import { sentenceOf } from '../../../lib/api/api-error'
import { EmptyState, Instant, Panel, Row, Stack } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { money, moneyOf, useCycles } from '../../bank'
import classes from './bank.module.css'

const presetWords = { constitution: 'constitution', panel: 'panel', none: 'by hand' } as const

/** The cycles that were paid, newest first. */
export function CyclesTable() {
  const list = useCycles()
  const cycles = list.data?.pages.flatMap((page) => page.cycles) ?? []
  return (
    <Panel as="section" edge="top" gap={3} pad={5} top className={classes.panel} aria-labelledby="cycles">
      <h2 id="cycles">Cycles</h2>
      <PagedList
        pages={list}
        items={cycles}
        label="Cycles"
        skeletons={{ count: 3, height: '4rem' }}
        failure={sentenceOf(list.error)}
        empty={
          <EmptyState title="No cycle is paid yet">The first one ends {cycleInWords()} after it is started.</EmptyState>
        }
      >
        {(cycle) => (
          <Row
            key={cycle.number}
            as="li"
            gap={[3, 5]}
            pad={[3, 4]}
            align="center"
            justify="between"
            figures
            className={classes.row}
          >
            <Stack as="p" gap={1} wide className={classes.main}>
              <b>Cycle {cycle.number}</b>
              <span>
                due <Instant at={cycle.dueAt} /> ·{' '}
                {cycle.processedBy === null ? 'recorded automatically' : `processed by ${cycle.processedBy}`}
                {' · '}
                percentages: {presetWords[presetOf(cycle.salaryPercentages) ?? 'none']}
              </span>
            </Stack>
            <dl className={classes.sums}>
              <Sum name="Pool" value={money(cycle.totalCents)} />
              <Sum name="Given out" value={moneyOf(cycle.paid)} />
              <Sum name="Stayed" value={moneyOf(cycle.vacant)} />
              <Sum name="Paid" value={`${cycle.settled} of ${cycle.payments}`} />
            </dl>
          </Row>
        )}
      </PagedList>
    </Panel>
  )
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
