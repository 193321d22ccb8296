import { Text } from './parts/parts'
import classes from './Countdown.module.css'
import { classNames } from './class-names'
import { useNow } from './clock'
import { durationInWords, durationParts, instantInWords, twoDigits } from '@nation/domain/formats'

interface Props {
  /** The instant that is awaited, in epoch milliseconds. */
  to: number
  /** What is awaited, for the spoken text: 'Voting closes'. Not needed where it is written before the countdown. */
  label?: string
  className?: string | undefined
}

/** Time left by the nation's clock, to the second. Screen readers get it in words, without the ticking. */
export function Countdown({ to, label, className }: Props) {
  const left = to - useNow()
  const { days, hours, minutes, seconds } = durationParts(left)
  return (
    <span className={classNames(className)} title={instantInWords(to)}>
      <span className="visually-hidden">
        {label === undefined ? durationInWords(left) : `${label} in ${durationInWords(left)}`}
      </span>
      <Text aria-hidden="true" as="span" face="document" figures className={classes.digits}>
        {days > 0 && <Part value={String(days)} unit="d" />}
        <Part value={twoDigits(hours)} unit="h" />
        <Part value={twoDigits(minutes)} unit="m" />
        <Part value={twoDigits(seconds)} unit="s" />
      </Text>
    </span>
  )
}

function Part({ value, unit }: { value: string; unit: string }) {
  return (
    <span className={classes.part}>
      {value}
      <small>{unit}</small>
    </span>
  )
}
