import type { CallAnswer } from '@nation/domain/contract'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { Button, Instant, Loading, Panel, Stack, Text } from '../../../ui'
import type { Candidate } from '../shared/types'
import classes from './Edits.module.css'
import { Programme } from './Programme'

type Edit = CallAnswer<'candidates.get'>['edits'][number]

interface Props {
  candidate: Candidate
  /** The newest first. */
  edits: readonly Edit[]
}

/** What was changed of a programme while citizens voted on it, and what stood before (decision 134). */
export function Edits({ candidate, edits }: Props) {
  if (edits.length === 0) return null
  return (
    <Panel as="section" gap={3} pad={[4, 5]} aria-label="Edits of this programme">
      <Stack as="ol" gap={3} className={classes.edits}>
        {edits.map((edit) => (
          <li key={edit.number}>
            <OneEdit candidate={candidate} edit={edit} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}

function OneEdit({ candidate, edit }: { candidate: Candidate; edit: Edit }) {
  const [open, setOpen] = useState(false)
  return (
    <Stack gap={2} justify="start">
      <Text wide>
        Edited on <Instant at={edit.at} />, {votesInWords(edit.votes)}. <span>{changedInWords(edit.changed)}</span>
      </Text>
      <div>
        <Button variant="default" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Close the earlier text' : 'Read what stood before'}
        </Button>
      </div>
      {open && <Before candidate={candidate} number={edit.number} />}
    </Stack>
  )
}

function Before({ candidate, number }: { candidate: Candidate; number: number }) {
  const { data, error } = useCall('candidates.version', { candidateId: candidate.id, number: String(number) })
  if (error !== null && !data) return <Text tone="danger">{sentenceOf(error)}</Text>
  if (!data) return <Loading label="Loading the earlier text..." />
  const { programme } = data
  return (
    <Stack gap={4} className={classes.before}>
      <Text strong breaks>
        {programme.displayName}
        {programme.title !== null && `, ${programme.title}`}
      </Text>
      <Text breaks>“{programme.campaignSlogan}”</Text>
      <Programme candidate={programme} />
    </Stack>
  )
}

function votesInWords(votes: number): string {
  if (votes === 0) return 'before any vote was counted'
  return votes === 1 ? 'after 1 vote' : `after ${votes} votes`
}

const names: Readonly<Record<string, string>> = {
  displayName: 'name',
  title: 'title',
  bio: 'biography',
  campaignSlogan: 'slogan',
  vision: 'vision',
  whyVoteForMe: '“Why vote for me”',
  goals: 'goals',
  promises: 'promises',
  experience: 'experience',
  policies: 'policies',
  qualifications: 'qualifications',
  twitter: 'Twitter',
  discord: 'Discord',
  website: 'website',
  profilePicture: 'profile picture',
  bannerImage: 'banner image',
  attachments: 'attachments',
  position: 'position',
}

const changedInWords = (fields: readonly string[]): string =>
  fields.length === 0 ? '' : `Changed: ${fields.map((field) => names[field] ?? field).join(', ')}.`
