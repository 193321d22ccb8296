import { percentInWords, roleOfPosition } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { OfficeBadge, officeStyle, Stack, Row, Text } from '../../../ui'
import { ShowMore } from '../../../ui/ShowMore'
import { citizensInWords, ruleInWords, votesWithWord, electionName } from '../shared/election-words'
import { RunAgain } from '../shared/RunAgain'
import type { PastCandidacy } from '../shared/types'
import { useCursorPages } from '../../../lib/query/use-cursor-pages'
import classes from './PastCandidacies.module.css'

interface Props {
  citizenId: string
  /** The candidacy whose page this is: it is not listed again. */
  except: string
}

/** What the same person stood for before, and how it ended. Fails silently: it is not what one came for. */
export function PastCandidacies({ citizenId, except }: Props) {
  const pages = useCursorPages(['candidates.past', { citizenId }], (cursor, signal) =>
    call('candidates.past', { citizenId, ...cursor }, { signal }),
  )
  const first = pages.data?.pages[0]
  const candidacies = (pages.data?.pages ?? [])
    .flatMap((page) => page.candidacies)
    .filter(({ candidateId }) => candidateId !== except)
  if (!first || candidacies.length === 0) return null
  return (
    <Stack as="section" gap={4} justify="start" aria-labelledby="past-candidacies">
      <Row gap={[2, 4]} align="baseline" className={classes.head}>
        <h2 id="past-candidacies">Past candidacies</h2>
        <p>
          {first.total} {first.total === 1 ? 'candidacy' : 'candidacies'}, {first.wins} won
        </p>
      </Row>
      <ol className={classes.list}>
        {candidacies.map((one) => (
          <li key={one.candidateId} className={classes.entry} style={officeStyle(roleOfPosition(one.position))}>
            <Entry candidacy={one} />
          </li>
        ))}
      </ol>
      <ShowMore pages={pages} more="More candidacies" failure={sentenceOf(pages.error)} />
    </Stack>
  )
}

function Entry({ candidacy }: { candidacy: PastCandidacy }) {
  const { position, positionTitle, startsAt, electionId, candidateId, won, rank, candidates, may } = candidacy
  return (
    <>
      <Row gap={[2, 3]} align="center">
        <OfficeBadge role={roleOfPosition(position)} title={positionTitle} />
        <Link to={`/elections/results/${electionId}`} className={classes.week}>
          {electionName(startsAt)}
        </Link>
      </Row>
      <Text face="label" className={classes.outcome}>
        <Link to={`/elections/candidate/${candidateId}`}>
          {won ? 'Won the seat' : `Place ${rank} of ${candidates}`}
        </Link>
      </Text>
      <Text tone="soft" step={-1} figures>
        {votesWithWord(candidacy.votes)} from {citizensInWords(candidacy.supportersCount)} ·{' '}
        {percentInWords(candidacy.share)}%{won && <span> · {ruleInWords[candidacy.rule]}</span>}
      </Text>
      {may.runAgain && <RunAgain compact candidateId={candidateId} positionTitle={positionTitle} />}
    </>
  )
}
