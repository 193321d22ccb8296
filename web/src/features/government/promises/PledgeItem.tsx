import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Badge, Button, RelativeTime, Row, Stack, Text } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { Marks } from './Marks'
import { marksInWords, stateWords } from './promise-words'
import classes from './Promises.module.css'
import type { Pledge, Word } from './types'

const PromiseDialog = onDemand(() => import('./PromiseDialog'))

interface Props {
  candidateId: string
  pledge: Pledge
}

/** A goal or promise: its state, what the official says of it, and whether citizens agree. `ended`: nothing more can be said of it. */
export function PledgeItem({ candidateId, pledge, ended = false }: Props & { ended?: boolean }) {
  const { word, text, may, earlier } = pledge
  const state = word?.state ?? 'open'
  return (
    <PledgeFrame
      text={text}
      state={state}
      badge={
        <StateBadge state={state}>{ended && !word ? 'No report' : ended && state === 'open' && 'Left open'}</StateBadge>
      }
    >
      {word ? (
        <>
          <Said word={word} />
          <Row gap={[2, 4]} align="center" justify="between">
            <Marks candidateId={candidateId} pledge={pledge} word={word} />
            {may.set && <Say candidateId={candidateId} pledge={pledge} label="Update" />}
          </Row>
          {earlier.length > 0 && <Earlier words={earlier} />}
        </>
      ) : ended ? null : (
        <Row gap={[2, 4]} align="center" justify="between">
          <Text tone="faint" step={-1}>
            Nothing has been said about it yet.
          </Text>
          {may.set && <Say candidateId={candidateId} pledge={pledge} label="Say what became of it" />}
        </Row>
      )}
    </PledgeFrame>
  )
}

interface FrameProps {
  text: string
  /** Left out while it is not known. */
  state?: Word['state']
  badge?: ReactNode
  children: ReactNode
}

/** The promise beside its state, and the official's word about it. */
export function PledgeFrame({ text, state, badge, children }: FrameProps) {
  return (
    <Stack as="li" gap={2} className={classes.pledge} data-state={state}>
      <div className={classes.head}>
        <Text strong breaks>
          {text}
        </Text>
        {badge}
      </div>
      {children}
    </Stack>
  )
}

const looks = {
  open: { tone: 'plain', Icon: IconCircleDashed },
  done: { tone: 'success', Icon: IconCheck },
  broken: { tone: 'danger', Icon: IconX },
} as const

/** The state in a word, or in another one where it needs that. */
function StateBadge({ state, children }: { state: Word['state']; children?: ReactNode }) {
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone}>
      <Icon size={12} stroke={3} aria-hidden /> {children || stateWords[state]}
    </Badge>
  )
}

/** What the official said, and where one sees it. An author who left the nation took the sentence along. */
function Said({ word: { sentence, link, setAt } }: { word: Word }) {
  return (
    <Text as="div" step={-1} breaks className={classes.said}>
      {sentence !== '' && <q>{sentence}</q>}{' '}
      <Text as="span" tone="faint">
        {link !== null && (
          <>
            <a href={link} target="_blank" rel="noopener noreferrer nofollow ugc">
              {new URL(link).host}
              <span className="visually-hidden"> (opens in another tab)</span>
            </a>
            {' · '}
          </>
        )}
        <RelativeTime at={setAt} />
      </Text>
    </Text>
  )
}

function Earlier({ words }: { words: readonly Word[] }) {
  return (
    <details className={classes.earlier}>
      <summary>Said before ({words.length})</summary>
      <Stack as="ol" gap={3}>
        {words.map((word) => (
          <li key={word.round}>
            <StateBadge state={word.state} />
            <Said word={word} />
            <Text tone="faint" step={-1} figures>
              {marksInWords(word)}
            </Text>
          </li>
        ))}
      </Stack>
    </details>
  )
}

/** Opens the form in which the official says what became of it. */
function Say({ candidateId, pledge, label }: Props & { label: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={classes.say}
        aria-label={`${label}: ${pledge.text}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && <PromiseDialog candidateId={candidateId} pledge={pledge} onClose={() => setOpen(false)} />}
    </>
  )
}
