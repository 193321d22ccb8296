import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch as MantineSwitch } from '@mantine/core'
import { classNames } from '../class-names'
import classes from './Switch.module.css'

interface Props {
  /** What is seen beside it. */
  label: string
  /** What it is called where `label` alone does not say of whom or what. */
  name?: string
  on: boolean
  busy: boolean
  set: (on: boolean) => void
  /** Dresses the label, as where a column's head says what it says. */
  labelClass?: string | undefined
}

/** Something that is on or off at once. It moves when the nation has said yes. */
export function Switch({ label, name = label, on, busy, set, labelClass }: Props) {
  return (
    <MantineSwitch
      label={label}
      aria-label={name}
      checked={on}
      // Not `disabled`: a browser takes the focus from what is, for good.
      aria-disabled={busy}
      withThumbIndicator={false}
      onChange={() => !busy && set(!on)}
      classNames={{
        body: classes.body,
        input: classes.input,
        track: classes.track,
        thumb: classes.thumb,
        label: classNames(classes.label, labelClass),
      }}
    />
  )
}
