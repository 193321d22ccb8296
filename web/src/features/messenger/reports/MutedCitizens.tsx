import { sentenceOf } from '../../../lib/api/api-error'
import {
  Skeleton,
  Button,
  CitizenAvatar,
  EmptyState,
  Instant,
  Panel,
  rememberItem,
  Row,
  Stack,
  Text,
  useNow,
} from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import classes from './Reports.module.css'
import type { Moderation } from './use-moderation'
import { useMutes, type Mute } from './use-reports'

/** Who is muted at the moment: until when, by whom and why. Those whose mute ends first are first. */
export function MutedCitizens({ moderation }: { moderation: Moderation }) {
  const pages = useMutes()
  // There is no event for a mute that ends by itself.
  const now = useNow()
  const mutes = pages.data?.pages.flatMap((page) => page.mutes).filter(({ until }) => until > now) ?? []
  return (
    <PagedList
      pages={pages}
      items={mutes}
      label="Muted citizens"
      failure={sentenceOf(pages.error)}
      skeletons={{ count: 3, shape: <MuteSkeleton /> }}
      className={classes.mutes}
      empty={
        <EmptyState title="No muted citizens">
          Muted citizens may not write for a time. They are listed here until the mute ends.
        </EmptyState>
      }
    >
      {(mute) => <MuteLine key={mute.citizen.id} mute={mute} moderation={moderation} />}
    </PagedList>
  )
}

function MuteLine({ mute, moderation }: { mute: Mute; moderation: Moderation }) {
  const { citizen, until, reason, mutedAt, mutedBy, mayEnd } = mute
  return (
    <Panel as="li" pad={[3, 4]} gap={2} aria-label={citizen.username}>
      <Row nowrap gap={3} align="center">
        <CitizenAvatar id={citizen.id} name={citizen.username} picture={citizen.profilePicture} size={40} />
        <Stack gap={0} className={classes.said}>
          <Text as="h3" step={0} breaks>
            {citizen.username}
          </Text>
          <Text tone="soft" step={-1}>
            Muted until <Instant at={until} />
          </Text>
        </Stack>
        {mayEnd && (
          <Button
            variant="default"
            size="sm"
            loading={moderation.busy.has(citizen.id)}
            // The line leaves the list.
            onClick={() => void moderation.unmute(citizen, rememberItem())}
            aria-label={`Unmute ${citizen.username}`}
          >
            Unmute
          </Button>
        )}
      </Row>
      <Text breaks>
        <span className={classes.reason}>{reason}</span>{' '}
        <Text as="span" tone="soft" step={-1}>
          {mutedBy ? `By ${mutedBy.username}, ` : ''}
          <Instant at={mutedAt} />
        </Text>
      </Text>
    </Panel>
  )
}

const MuteSkeleton = () => (
  <Panel pad={4} gap={3}>
    <Row nowrap gap={3} align="center">
      <Skeleton width={40} height={40} round />
      <Stack gap={2}>
        <Skeleton width="9rem" height="1.1rem" />
        <Skeleton width="12rem" />
      </Stack>
    </Row>
    <Skeleton width="60%" />
  </Panel>
)
