import { positions } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { Link, useSearchParams } from 'react-router-dom'
import { AuthWall } from '../../citizens'
import { Page, PageHead } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { useLimits } from '../../../lib/settings/limits'
import { useSession } from '../../../lib/session/session'
import type { OwnProfile } from '../../../lib/session/session'
import { ButtonLink, EmptyState, ErrorState, inFull, Instant, Stack, Text, useNowAmong } from '../../../ui'
import { FormSkeleton } from '../form/FormSkeleton'
import { NewCandidacy } from '../form/NewCandidacy'
import { takesCandidacies } from '../hub/offices'
import { PhaseBanner } from '../shared/PhaseBanner'
import type { Candidate } from '../shared/types'
import { useNextOpening } from '../shared/use-next-opening'
import { EligibilityPanel } from './EligibilityPanel'

/** Standing for office (requirements 1.2). */
export default function CreateProfile() {
  usePageTitle()
  const { status, user } = useSession()
  const { minFollowers, candidacyTokens } = useLimits()
  if (status === 'unknown') return <FormSkeleton label="Loading" />
  if (!user) {
    return (
      <AuthWall page="Run for Office">
        {`Any citizen with ${inFull(minFollowers)} followers on X and ${inFull(candidacyTokens)}\u00A0$ON in a linked wallet can stand for one of the ${countInWords(positions.length)} offices.`}
      </AuthWall>
    )
  }
  return <Candidacy key={user.uid} user={user} />
}

function Candidacy({ user }: { user: OwnProfile }) {
  const live = useLive((state) => state.live)
  const current = useCall('elections.current', {}, { every: live ? false : 30_000 })
  const mine = useCall('candidates.mine', {})
  const [parameters] = useSearchParams()
  const from = parameters.get('from')
  const failed = [current, mine].find((query) => query.isError && !query.data)
  if (failed) {
    return (
      <Page narrow>
        <ErrorState
          title="This could not be loaded"
          onRetry={() => void Promise.all([current.refetch(), mine.refetch()])}
          retrying={current.isFetching || mine.isFetching}
        >
          {sentenceOf(failed.error)} What you wrote before is kept on this device.
        </ErrorState>
      </Page>
    )
  }
  if (!current.data || !mine.data) return <FormSkeleton label="Loading" />
  const { election } = current.data
  const earlier = mine.data.past.find((one) => one.id === from)
  const open = election && takesCandidacies(election) ? election : null
  return (
    <Page narrow>
      <PageHead title="Run for Office">
        <p>
          Tell the citizens who you are and what you will do. You can withdraw at any time before the election ends.
        </p>
      </PageHead>
      {open && <PhaseBanner election={open} />}
      {mine.data.candidate ? (
        <EmptyState
          title="You already have an active candidate profile."
          actions={<ButtonLink to={`/elections/candidate/${mine.data.candidate.id}`}>View Campaign</ButtonLink>}
        >
          One citizen, one candidacy. After you withdraw it, you may stand again.
        </EmptyState>
      ) : !open ? (
        <Stack gap={6}>
          <EmptyState title="No election is open" actions={<ButtonLink to="/elections">View Elections</ButtonLink>}>
            <NextOpens />
            {earlier && ` The form then begins with what you ran with for ${earlier.positionTitle}.`}
          </EmptyState>
          {from === null && <Earlier candidacies={mine.data.past} />}
        </Stack>
      ) : (
        <Stack gap={6}>
          <EligibilityPanel eligible={mine.data.eligibleForCandidacy} reasons={mine.data.reasons} />
          {from === null && <Earlier candidacies={mine.data.past} />}
          <NewCandidacy
            key={from}
            user={user}
            election={open}
            eligible={mine.data.eligibleForCandidacy}
            from={earlier}
          />
        </Stack>
      )}
    </Page>
  )
}

/** When one can stand again. */
function NextOpens() {
  const opens = useNextOpening()
  const now = useNowAmong(opens === undefined ? [] : [opens])
  return opens !== undefined && opens > now ? (
    <>
      The next one opens <Instant at={opens} />.
    </>
  ) : (
    'The next one opens automatically.'
  )
}

/** The way back to what one ran with last, where that is over. */
function Earlier({ candidacies }: { candidacies: readonly Candidate[] }) {
  const last = candidacies.find((one) => one.may.runAgain)
  if (!last) return null
  return (
    <Text tone="soft" wide>
      You ran for {last.positionTitle} before{last.cancelled && ', and that election was cancelled'}.{' '}
      <Link to={`/elections/create-profile?from=${last.id}`}>Begin with what you wrote then</Link>
    </Text>
  )
}
