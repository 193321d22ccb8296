import type { PromiseMark } from '@nation/domain/government'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { LiveNumber, Row, Text } from '../../../ui'
import classes from './Promises.module.css'
import { marksInWords } from './promise-words'
import type { Pledge, Word } from './types'
import { useMark } from './use-promises'

interface Props {
  candidateId: string
  pledge: Pledge
  word: Word
}

const marks = [
  { mark: 'agree', label: 'Agree', Icon: IconThumbUp, count: 'agrees' },
  { mark: 'disagree', label: 'Disagree', Icon: IconThumbDown, count: 'disagrees' },
] as const satisfies readonly { readonly mark: PromiseMark; readonly count: keyof Word; [key: string]: unknown }[]

/** How many citizens agree with what the official says, or not; a citizen who may marks it here, or takes the mark back. */
export function Marks({ candidateId, pledge, word }: Props) {
  const { shown, give } = useMark(candidateId, pledge)
  if (!pledge.may.mark) {
    return (
      <Text as="span" tone="faint" step={-1} figures>
        {marksInWords(word)}
        {pledge.mark !== null && `. You ${pledge.mark}.`}
      </Text>
    )
  }
  return (
    <Row role="group" gap={2} aria-label={`Do you agree? ${pledge.text}`}>
      {marks.map(({ mark, label, Icon, count }) => (
        <button
          key={mark}
          type="button"
          className={classes.mark}
          data-mark={mark}
          aria-pressed={shown === mark}
          onClick={() => give(mark)}
        >
          <Icon size={16} aria-hidden /> {label} <LiveNumber value={word[count]} className={classes.count} />
        </button>
      ))}
    </Row>
  )
}
