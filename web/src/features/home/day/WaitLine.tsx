import type { Wait } from '@nation/domain/participation'
import {
  IconAlertTriangle,
  IconArmchair,
  IconAt,
  IconCalendarDollar,
  IconCash,
  IconChecklist,
  IconFlag,
  IconMessage2Question,
  IconMessages,
  IconCheckbox,
  IconScale,
  IconWritingSign,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { durationInWords, instantInWords, Text, useNow } from '../../../ui'
import classes from './Day.module.css'
import { LineFrame } from './LineFrame'
import type { Line } from './wait-words'

const signs: Readonly<Record<Wait['kind'], ReactNode>> = {
  votes: <IconCheckbox aria-hidden />,
  tasks: <IconChecklist aria-hidden />,
  polls: <IconWritingSign aria-hidden />,
  interviews: <IconMessage2Question aria-hidden />,
  conversations: <IconMessages aria-hidden />,
  mentions: <IconAt aria-hidden />,
  vacancies: <IconArmchair aria-hidden />,
  reports: <IconFlag aria-hidden />,
  payday: <IconCalendarDollar aria-hidden />,
  salaries: <IconCash aria-hidden />,
  treasury: <IconScale aria-hidden />,
  work: <IconAlertTriangle aria-hidden />,
}

/** Less than this is left: the line says so in colour, too. */
const SOON = 24 * 3_600_000

/** One kind of things that wait, until when, and the one thing to do. */
export function WaitLine({ wait, line }: { wait: Wait; line: Line }) {
  return (
    <li className={classes.line} data-kind={wait.kind}>
      <LineFrame
        line={line}
        sign={signs[wait.kind]}
        until={wait.until !== null && <Until at={wait.until} says={line.ends} />}
      />
    </li>
  )
}

function Until({ at, says }: { at: number; says: string }) {
  const left = at - useNow(30_000)
  return (
    <Text
      step={-1}
      figures
      tone={left < SOON ? 'warning' : 'soft'}
      className={classes.until}
      title={instantInWords(at)}
    >
      {left > 0 ? `${says} in ${durationInWords(left)}` : says === 'Due' ? 'Overdue' : `${says} now`}
    </Text>
  )
}
