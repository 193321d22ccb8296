import type { CallAnswer } from '@nation/domain/contract'
import { electedRoles } from '@nation/domain/elections'
import { countFirst } from '@nation/domain/formats'
import { useRef } from 'react'
import { hasCode } from '../../lib/api/api-error'
import { useCall } from '../../lib/query/query'
import { Countdown, LiveNumber, NotKnown, Stack, Text } from '../../ui'
import { NewsTicker } from '../broadcasts'
import { ContractAddress } from './ContractAddress'
import classes from './Hero.module.css'
import { HomeActions } from './HomeActions'
import { NineRosette } from './NineRosette'
import { useSeen } from './use-seen'

/** How often the counter of citizens is renewed (requirements 1.2). */
const CITIZENS_EVERY = 10_000

/**
 * What this is, what to do, and that it is alive: the first view of visitors. For citizens it stands below their day, and the
 * news runs above that.
 */
export function Hero({ below = false }: { below?: boolean }) {
  const place = useRef<HTMLElement>(null)
  const seen = useSeen(place)
  return (
    <section
      ref={place}
      className={classes.hero}
      data-life={seen ? 'awake' : 'resting'}
      data-below={below || undefined}
      data-first-view={below ? undefined : ''}
    >
      {!below && <NewsTicker className={classes.ticker ?? ''} />}
      <div className={classes.inner}>
        <Stack gap={5} className={classes.words}>
          <Text as={below ? 'h2' : 'h1'} tone="state" face="display" className={classes.title}>
            A nation that elects its government every week
          </Text>
          <p className={classes.lead}>
            {below ? 'You are a citizen' : 'Sign in with X and you are a citizen'}; the $ON you hold gives your vote its
            weight. {countFirst(electedRoles.length)} offices are open to everyone who dares to stand, and your vote
            decides who takes them on Monday.
          </p>
          <HomeActions />
          <div className={classes.plate}>
            <Figures />
            <ContractAddress />
          </div>
        </Stack>
        <NineRosette className={classes.rosette} />
      </div>
    </section>
  )
}

/** A figure that is not known yet; it takes the room that it will need. */
const Unknown = () => <span aria-hidden="true">···</span>

const filledOf = (members: CallAnswer<'members.get-government'>['members'] = []) =>
  members.filter(({ governmentRole }) => electedRoles.includes(governmentRole)).length

const useElection = () => useCall('elections.current', {})

/** What is true this moment. A figure that could not be read is a dash, and a sentence says what a dash is. */
function Figures() {
  const citizens = useCall('citizens.newest', { limit: 1 }, { every: CITIZENS_EVERY })
  const government = useCall('members.get-government', {})
  const election = useElection()
  const isUnread = [citizens, government, election].some(
    ({ data, error }) => !data && error !== null && !isSwitchedOff(error),
  )
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>Total Citizens</dt>
          <dd>
            {citizens.data ? (
              <LiveNumber value={citizens.data.totalCitizens} />
            ) : (
              <Missing isPending={citizens.isPending} />
            )}
          </dd>
        </div>
        <div>
          <dt>Seats filled</dt>
          <dd>
            {government.data ? (
              `${filledOf(government.data.members)}/${electedRoles.length}`
            ) : (
              <Missing isPending={government.isPending} />
            )}
          </dd>
        </div>
        <NextInstant read={election} />
      </dl>
      {isUnread && (
        <Text tone="faint" step={-1} className={classes.unread}>
          Figures with a dash could not be read.
        </Text>
      )}
    </>
  )
}

const isSwitchedOff = (error: Error | null): boolean => hasCode(error, 'feature_off')

/** In place of a figure: on its way, or not to be had. */
const Missing = ({ isPending }: { isPending: boolean }) => (isPending ? <Unknown /> : <NotKnown />)

/** How long the voting that runs lasts (each phase to its own close), or why that is not known. */
function NextInstant({ read: { data, error, isPending } }: { read: ReturnType<typeof useElection> }) {
  const election = data?.election
  if (isSwitchedOff(error)) return <Words term="Elections" words="Switched off" />
  if (data && !election?.nextInstant) return <Words term="Elections" words="The next one is being prepared" />
  const awaited = election?.status === 'upcoming' ? 'Voting opens' : 'Voting closes'
  return (
    <div>
      <dt>{awaited} in</dt>
      <dd className={classes.clock}>
        {election?.nextInstant ? <Countdown to={election.nextInstant} /> : <Missing isPending={isPending} />}
      </dd>
    </div>
  )
}

function Words({ term, words }: { term: string; words: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={classes.said}>{words}</dd>
    </div>
  )
}
