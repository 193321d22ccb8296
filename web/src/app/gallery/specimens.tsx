import { governmentRoles } from '@nation/domain/permissions'
import { electedRoles, officeTitle } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { useState, type ComponentType } from 'react'
import {
  ActiveBadge,
  Badge,
  Skeleton,
  Button,
  ButtonLink,
  CitizenAvatar,
  confirm,
  Countdown,
  EmptyState,
  ErrorState,
  Instant,
  LineWork,
  LiveNumber,
  Loading,
  OfficeBadge,
  officeLooks,
  Picture,
  RelativeTime,
  RoleBadge,
  Seal,
  StatCard,
  StatRow,
  toast,
  useClock,
  VerifiedHolder,
  Stack,
} from '../../ui'
import { PartError } from '../ErrorScreen'
import classes from './Gallery.module.css'
import { Controls, Layout, Records, Refusals } from './kit-specimens'
import { Lists, Profiles } from './page-specimens'

export interface Specimen {
  readonly name: string
  readonly show: ComponentType
  /** Needs the width of a page: what it looks like depends on the window. */
  readonly wide?: boolean
}

const tokens = ['paper', 'surface', 'surface-sunk', 'state', 'state-tint', 'success', 'warning', 'danger', 'info']

function Colours() {
  const colours = [...tokens.map((name) => `var(--${name})`), ...Object.values(officeLooks).map(({ hue }) => hue)]
  return (
    <div className={classes.colours}>
      {colours.map((colour) => (
        <Stack
          key={colour}
          as="span"
          step={-2}
          face="document"
          className={classes.colour}
          style={{ borderBottom: `2.2rem solid ${colour}` }}
        >
          {colour.replace(/var\(--(office-)?|\)/g, '')}
        </Stack>
      ))}
    </div>
  )
}

function Type() {
  return (
    <div className={classes.wide}>
      <h1>A nation of {countInWords(electedRoles.length)}</h1>
      <h2>Elected every week</h2>
      <h3>Seats change on Monday</h3>
      <p>Offices are open to everyone who dares to stand, and your vote decides who takes them on Monday.</p>
      <p style={{ fontFamily: 'var(--font-document)' }}>N&lt;NATION&lt;&lt;0123456789 So11…1112</p>
    </div>
  )
}

function Buttons() {
  return (
    <>
      <Button>Vote</Button>
      <Button variant="default">Read the Rules</Button>
      <Button variant="outline">Switch Vote</Button>
      <Button variant="subtle">Cancel</Button>
      <Button color="carmine">Delete</Button>
      <Button loading>Voting...</Button>
      <Button disabled>Opens on Thursday</Button>
      <ButtonLink to="/elections" size="sm" variant="default">
        View Elections
      </ButtonLink>
    </>
  )
}

function Badges() {
  return (
    <>
      <RoleBadge title="Administrator" />
      <RoleBadge title="Eligible Candidate" />
      <RoleBadge title="Citizen" />
      <RoleBadge title={officeTitle('president')} role="president" />
      <ActiveBadge />
      <VerifiedHolder />
      <Badge>Draft</Badge>
      <Badge tone="warning">Overdue</Badge>
      <Badge tone="danger">Revoked</Badge>
    </>
  )
}

function Offices() {
  return governmentRoles.map((role) => <OfficeBadge key={role} role={role} title={officeTitle(role)} />)
}

function Portraits() {
  return (
    <>
      <CitizenAvatar id="ada" name="Ada of the Harbour" size={64} />
      <CitizenAvatar id="bob" name="Bob" size={64} picture="/no-such-picture.png" />
      <CitizenAvatar id="seal" name="Seal" size={64} picture="/favicon.svg" />
      <Picture src="/no-such-picture.png" alt="The local picture that stands in" className={classes.picture} />
    </>
  )
}

function Engravings() {
  return (
    <>
      <Seal fine className={classes.engraving} />
      <LineWork seed="ada" className={classes.engraving} />
      <LineWork seed="bob" className={classes.engraving} />
      <LineWork seed="a note" kind="band" className={classes.wide} />
    </>
  )
}

function Figures() {
  const now = useClock()
  const [to] = useState(() => now() + 200_000_000)
  const [count, setCount] = useState(1284)
  return (
    <>
      <div className={classes.wide}>
        <StatRow label="Figures">
          <StatCard label="Total Citizens" note="and counting">
            <LiveNumber value={count} />
          </StatCard>
          <StatCard label="Voting closes in">
            <Countdown to={to} label="Voting closes" />
          </StatCard>
        </StatRow>
      </div>
      <Button size="sm" variant="default" onClick={() => setCount((before) => before + 17)}>
        Let some join
      </Button>
      <span>
        <RelativeTime at={to - 200_300_000} />, <Instant at={to} />
      </span>
    </>
  )
}

function Announcements() {
  return (
    <>
      <Button size="sm" variant="default" onClick={() => toast.success('Your vote is counted.')}>
        Success
      </Button>
      <Button size="sm" variant="default" onClick={() => toast.info('A new election has opened.')}>
        Note
      </Button>
      <Button size="sm" variant="default" onClick={() => toast.warning('Voting closes in an hour.', 0)}>
        One that stays
      </Button>
      <Button size="sm" variant="default" onClick={() => toast.error('Your vote was not counted. Please try again.')}>
        Error
      </Button>
      <Button
        size="sm"
        variant="default"
        onClick={() =>
          void confirm({
            title: 'Delete this candidacy?',
            message: 'Its votes are void, and those who gave them may vote again.',
            confirm: 'Delete',
            danger: true,
          })
        }
      >
        A question
      </Button>
    </>
  )
}

function States() {
  return (
    <>
      <div className={classes.wide}>
        <Loading label="Loading candidates">
          <Skeleton width="3.5rem" height="3.5rem" round />
          <Skeleton width="60%" height="1.4em" />
          <Skeleton height="4rem" />
        </Loading>
      </div>
      <div className={classes.wide}>
        <EmptyState title="No candidates found for this position" actions={<Button>Be the first candidate!</Button>}>
          No candidate yet.
        </EmptyState>
      </div>
      <div className={classes.wide}>
        <ErrorState title="Error Loading Polls" onRetry={() => {}} retryLabel="Retry">
          HTTP 503: The nation is busy. Please try again in a moment.
        </ErrorState>
        <ErrorState compact title="Groups could not be loaded" onRetry={() => {}}>
          Nation cannot be reached at the moment.
        </ErrorState>
      </div>
      <div className={classes.wide}>
        <PartError />
      </div>
    </>
  )
}

/** What the gallery shows, in this order. */
export const specimens: readonly Specimen[] = [
  { name: 'Colours', show: Colours },
  { name: 'Type', show: Type },
  { name: 'Buttons', show: Buttons },
  { name: 'Stack, row, columns, panel, text', show: Layout },
  { name: 'Tabs, choices, switches', show: Controls },
  { name: 'Errors of a form', show: Refusals },
  { name: 'Tables and progress', show: Records },
  { name: 'Badges', show: Badges },
  { name: 'Offices', show: Offices },
  { name: 'Portraits and pictures', show: Portraits },
  { name: 'Seal and engravings', show: Engravings },
  { name: 'Figures and times', show: Figures },
  { name: 'Announcements and questions', show: Announcements },
  { name: 'Loading, empty, error, broken', show: States },
  { name: 'Lists, page by page', show: Lists },
  { name: 'Pages about somebody', show: Profiles, wide: true },
]
