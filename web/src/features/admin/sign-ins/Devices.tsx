import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, Button, confirm, RelativeTime, toast, Panel, Row, Text } from '../../../ui'
import { usePanelChange } from '../panel-session'
import type { Device } from './sign-in-words'
import classes from './sign-ins.module.css'

/** The devices from which the account signed in: guesses of others never keep them out. */
export function Devices({ devices }: { devices: readonly Device[] }) {
  return (
    <Panel as="section" gap={3} pad={5} className={classes.panel} aria-labelledby="devices">
      <h3 id="devices">Known devices</h3>
      <Text tone="soft" step={-1} className={classes.note}>
        You signed in here before, so wrong guesses on other devices do not make you wait here. Revoke what you no
        longer use.
      </Text>
      {devices.length === 0 ? (
        <p>No device is known. The next sign-in makes its device a known one.</p>
      ) : (
        <ul className={classes.list} aria-label="Known devices">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DeviceRow({ device: { id, label, createdAt, lastUsedAt, current } }: { device: Device }) {
  const revoke = usePanelChange('admin.revoke-device', ['admin.security'])
  const ask = async () => {
    const sure = await confirm({
      title: 'Revoke this device?',
      message: current
        ? 'This is the device that you use now. You stay signed in; its next sign-in counts as one from an unknown device.'
        : 'Panel sessions on it end, and its next sign-in counts as one from an unknown device.',
      confirm: 'Revoke',
      danger: true,
    })
    if (!sure) return
    revoke.mutate(
      { deviceId: id },
      {
        onSuccess: () => toast.success(`${label} is no longer a known device.`),
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  }
  return (
    <li className={classes.device}>
      <Row as="p" gap={[2, 3]} align="center">
        <b>{label}</b> {current && <Badge tone="success">This device</Badge>}
      </Row>
      <Text tone="soft" step={-1} className={classes.note}>
        Last sign-in: <RelativeTime inside at={lastUsedAt} />. First: <RelativeTime inside at={createdAt} />.
      </Text>
      <Button
        className={classes.act}
        variant="outline"
        data-danger
        loading={revoke.isPending}
        aria-label={`Revoke ${label}`}
        onClick={() => void ask()}
      >
        Revoke
      </Button>
    </li>
  )
}
