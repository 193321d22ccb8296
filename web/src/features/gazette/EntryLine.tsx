import { gazetteKinds } from '@nation/domain/gazette'
import { Link } from 'react-router-dom'
import { Instant, Text } from '../../ui'
import classes from './gazette.module.css'
import { Sentence } from './Sentence'
import { timeInWords } from './use-gazette'
import type { Entry } from './use-gazette'

interface Props {
  entry: Entry
  /** Says the day, too, where no heading above does. */
  dated?: boolean
}

/** One entry in a list: its number, which is its permanent address, the sentence, and of which kind and when. */
export function EntryLine({ entry, dated = false }: Props) {
  const { number, kind, at, parts } = entry
  return (
    <li className={classes.entry}>
      <Text as="span" face="document" step={-1} figures>
        <Link to={`/gazette/${number}`} className={classes.number}>
          No. {number}
        </Link>
      </Text>
      <Text wide breaks className={classes.sentence}>
        <Sentence parts={parts} />
      </Text>
      <Text as="span" tone="faint" step={-1} figures>
        {gazetteKinds[kind].title},{' '}
        {dated ? <Instant at={at} /> : <time dateTime={new Date(at).toISOString()}>{timeInWords(at)}</time>}
      </Text>
    </li>
  )
}
