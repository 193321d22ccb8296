import type { CallAnswer } from '@nation/domain/contract'
import { panelSwitches } from '@nation/domain/system'
import type { FeatureName } from '@nation/domain/system'
import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, Button, confirm, ErrorState, Loading, RelativeTime, toast, Row, Text } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { usePanelCall, usePanelChange } from '../panel-session'
import { isOffline } from '../replica/use-offline'
import classes from './SwitchesTab.module.css'
import { switchWords } from './switch-words'

type Switch = CallAnswer<'system.features'>['features'][number]
type Switchable = (typeof panelSwitches)[number]

/** Others may switch, too: how often it is asked what is on, in milliseconds. */
const EVERY = 30_000

/** What can be switched off, what is on, and who switched it last (ruling: feature flags). */
export function SwitchesTab() {
  const list = usePanelCall('system.features', {}, EVERY)
  const switches = list.data?.features
  if (list.isError && !switches) {
    return (
      <ErrorState title="The switches could not be read" onRetry={() => void list.refetch()} retrying={list.isFetching}>
        {sentenceOf(list.error)} Nothing was switched.
      </ErrorState>
    )
  }
  if (!switches) {
    return (
      <Loading label="Loading the switches" className={classes.list}>
        <SkeletonCard height="6.5rem" />
        <SkeletonCard height="6.5rem" />
        <SkeletonCard height="6.5rem" />
      </Loading>
    )
  }
  return (
    <ul className={classes.list} aria-label="Features">
      {switches.map((one) => (
        <SwitchRow key={one.feature} state={one} />
      ))}
    </ul>
  )
}

const isSwitchable = (feature: FeatureName): feature is Switchable => panelSwitches.some((one) => one === feature)

function SwitchRow({ state }: { state: Switch }) {
  const { feature, enabled, changeable, changedAt, changedBy } = state
  const words = switchWords[feature]
  return (
    <li className={classes.row} data-off={enabled ? undefined : ''}>
      <Row gap={[2, 3]} align="center">
        <Text as="h4" step={1}>
          {words.title}
        </Text>
        {enabled ? <Badge tone="success">On</Badge> : <Badge tone="state">Off</Badge>}
      </Row>
      <p className={classes.words}>{enabled ? words.on : words.off}</p>
      <Text tone="faint" step={-1} className={classes.when}>
        {changedAt === null ? (
          'Not switched so far.'
        ) : (
          <>
            Switched {enabled ? 'on' : 'off'} by {changedBy ?? 'the operator’s command'},{' '}
            <RelativeTime at={changedAt} />
          </>
        )}
      </Text>
      {changeable && isSwitchable(feature) && <Turn feature={feature} enabled={enabled} />}
    </li>
  )
}

/** The button that switches, after a question: it concerns everybody at once. */
function Turn({ feature, enabled }: { feature: Switchable; enabled: boolean }) {
  const change = usePanelChange('system.set-feature', ['system.features', 'system.settings'])
  const { title, asked } = switchWords[feature]
  const verb = enabled ? 'Switch off' : 'Switch on'
  const turn = async () => {
    // Before the question: a switch that was decided now is not sent later (decision 132).
    if (isOffline()) return void toast.warning('Switches need a connection. Nothing was changed.')
    const sure = await confirm({
      title: `${verb} ${title.toLowerCase()}?`,
      message: enabled ? asked : 'Its pages return for all citizens, and all data is as it was.',
      confirm: verb,
      danger: enabled,
    })
    if (!sure) return
    change.mutate(
      { feature, enabled: !enabled },
      {
        onSuccess: () => toast.success(`${title}: switched ${enabled ? 'off' : 'on'}.`),
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  }
  return (
    <Button
      className={classes.turn}
      variant={enabled ? 'outline' : 'filled'}
      data-danger={enabled || undefined}
      loading={change.isPending}
      aria-label={`${verb} ${title.toLowerCase()}`}
      onClick={() => void turn()}
    >
      {verb}
    </Button>
  )
}
