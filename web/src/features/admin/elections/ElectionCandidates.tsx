import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { isPositionId, positions, type PositionId } from '@nation/domain/elections'
import { electionName } from '@nation/domain/formats'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { useCall } from '../../../lib/query/query'
import { Badge, Button, CitizenAvatar, EmptyState, inFull, Panel, Row, Stack, Text, votesWithWord } from '../../../ui'
import { MoreMenu } from '../../../ui/kit/MoreMenu'
import { PagedList } from '../../../ui/PagedList'
import { useCursorPages } from '../../../lib/query/use-cursor-pages'
import { candidateReads, deleteCandidate, rivalNote, type Candidate, type ElectionSummary } from '../../elections'
import { usePanel, usePanelCall, usePanelChange, usePanelPages } from '../panel-session'
import classes from './elections.module.css'

/** How many candidates are read at a time. */
const PAGE = 20

const statusInWords: Readonly<Record<ElectionSummary['status'], string>> = {
  upcoming: 'planned',
  active: 'open',
  past: 'over',
  cancelled: 'cancelled',
}

const nameOf = (election: ElectionSummary): string =>
  `${electionName(election.startsAt)} (${statusInWords[election.status]})`

/** Who stands in an election of one's choice: searched, read page by page, and deleted with a reason. */
export function ElectionCandidates() {
  const current = useCall('elections.current', {})
  const list = useCursorPages(['elections.list', { status: 'all', from: 'panel' }], (cursor, signal) =>
    call('elections.list', { status: 'all', ...cursor }, { signal, anonymous: true }),
  )
  const elections = list.data?.pages.flatMap((page) => page.elections) ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = elections.find(({ id }) => id === (picked ?? current.data?.election?.id)) ?? elections[0]
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [office, setOffice] = useState('')
  const position = isPositionId(office) ? office : undefined
  return (
    <Stack as="section" gap={3} aria-labelledby="candidates">
      <h2 id="candidates">Candidates</h2>
      <Row gap={[3, 5]} align="end">
        <NativeSelect
          label="Election"
          className={classes.pick}
          value={chosen?.id ?? ''}
          disabled={!chosen}
          data={elections.map((election) => ({ value: election.id, label: nameOf(election) }))}
          onChange={({ currentTarget: { value } }) => setPicked(value)}
        />
        <NativeSelect
          label="Office"
          className={classes.pick}
          value={office}
          data={[
            { value: '', label: 'All offices' },
            ...positions.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={({ currentTarget: { value } }) => setOffice(value)}
        />
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Older elections
          </Button>
        )}
        <TextInput
          type="search"
          label="Search candidates"
          placeholder="Search candidates..."
          value={typed}
          maxLength={80}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          className={classes.search}
        />
      </Row>
      {chosen ? (
        <Candidates electionId={chosen.id} position={position} search={search} />
      ) : (
        <PagedList
          pages={list}
          items={elections}
          label="Elections"
          skeletons={{ count: 4, height: '4rem' }}
          failure={sentenceOf(list.error)}
          empty={<EmptyState title="No election yet">The first one opens automatically.</EmptyState>}
        />
      )}
    </Stack>
  )
}

interface CandidatesProps {
  electionId: string
  position: PositionId | undefined
  search: string
}

/** Read as public data: nothing that only the panel gets stays in the cache. */
function Candidates({ electionId, position, search }: CandidatesProps) {
  const input = { electionId, limit: PAGE, ...(position && { position }), ...(search !== '' && { search }) }
  const list = usePanelPages('candidates.list', { ...input, from: 'panel' }, (cursor, signal) =>
    call('candidates.list', { ...input, ...(cursor !== undefined && { cursor }) }, { signal, anonymous: true }),
  )
  const removal = usePanelChange('candidates.delete', [...candidateReads, 'elections.list', 'elections.results'])
  const isRival = useRivals(electionId)
  const pages = list.data?.pages ?? []
  const total = pages[0]?.total
  return (
    <>
      <Text role="status" tone="faint" step={-1} figures>
        {total !== undefined && `${inFull(total)} ${total === 1 ? 'candidate' : 'candidates'}`}
      </Text>
      <PagedList
        pages={list}
        items={pages.flatMap((page) => page.candidates)}
        label="Candidates"
        skeletons={{ count: 6, height: '4rem' }}
        failure={sentenceOf(list.error)}
        empty={
          <EmptyState title="No candidates found">
            {search === ''
              ? 'There are no candidates in this election.'
              : 'No candidate has this name. Try less of it.'}
          </EmptyState>
        }
      >
        {(candidate) => (
          <Line key={candidate.id} candidate={candidate}>
            {candidate.status === 'active' && isRival(candidate) && (
              <Text tone="faint" step={-2} className={classes.rival}>
                {rivalNote}
              </Text>
            )}
            {candidate.status === 'active' && !isRival(candidate) && (
              <MoreMenu
                label={`More for ${candidate.displayName}`}
                busy={removal.isPending && removal.variables.candidateId === candidate.id}
                actions={[
                  { label: 'Delete candidate', danger: true, onClick: () => void deleteCandidate(candidate, removal) },
                ]}
              />
            )}
          </Line>
        )}
      </PagedList>
    </>
  )
}

/**
 * Tells of candidates whether the administrator of the panel stands, or stood, for the same office: then another one decides. A rival
 * whom this does not know yet is refused by the server, with the same sentence.
 */
function useRivals(electionId: string): (candidate: Candidate) => boolean {
  const userId = usePanel(({ adminId }) => adminId) ?? undefined
  const { data } = usePanelCall('candidates.mine', { userId }, 60_000)
  const own = data ? [...(data.candidate ? [data.candidate] : []), ...data.past] : []
  const offices = own.filter((one) => one.electionId === electionId).map(({ position }) => position)
  return ({ userId: whose, position }) => whose !== userId && offices.includes(position)
}

function Line({ candidate, children }: { candidate: Candidate; children: ReactNode }) {
  const { userId, displayName, profilePicture, twitterHandle, position, votes, supportersCount, won } = candidate
  return (
    <Panel as="li" pad={[2, 4]}>
      <Row nowrap gap={[2, 4]} align="center">
        <CitizenAvatar id={userId} name={displayName} picture={profilePicture} size={40} />
        <Stack gap={0} className={classes.who}>
          <Text strong breaks>
            {displayName}
          </Text>
          <Text tone="faint" step={-1} breaks figures className={classes.facts}>
            <span>@{twitterHandle}</span>
            <i> · </i>
            <span>{positions.find(({ id }) => id === position)?.short}</span>
            <i> · </i>
            <span className={classes.count}>
              {votesWithWord(votes)} · {inFull(supportersCount)} {supportersCount === 1 ? 'supporter' : 'supporters'}
            </span>
          </Text>
        </Stack>
        {won && <Badge tone="state">Elected</Badge>}
        {children}
      </Row>
    </Panel>
  )
}
