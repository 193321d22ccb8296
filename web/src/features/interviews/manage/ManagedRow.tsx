import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import {
  Badge,
  Button,
  ButtonLink,
  confirmDeletion,
  rememberItem,
  RelativeTime,
  Skeleton,
  toast,
  Stack,
  Text,
  Row,
} from '../../../ui'
import { createdInWords, questionsInWords, responsesInWords } from '../interview-words'
import type { ManagedInterview } from '../types'
import { Switch } from '../../../ui/kit/Switch'
import classes from './manage.module.css'

/** What reads differently when an interview opens, closes or goes. */
const touched = [
  'interviews.all',
  'interviews.list',
  'interviews.get',
  'interviews.status',
  'interviews.responses',
] as const

/** An interview while it loads: its words, and what stands beside them. */
export const ManagedRowSkeleton = () => (
  <div className={classes.row}>
    <Stack gap={2}>
      <Skeleton width="min(70%, 18rem)" height="1.4rem" className={classes.waitingTitle} />
      <Skeleton width="min(95%, 30rem)" height="2.4rem" lines />
      <Skeleton width="min(80%, 20rem)" height="0.8rem" className={classes.waitingFacts} />
    </Stack>
    <Row gap={4} align="center" className={classes.deeds}>
      <Skeleton width="5rem" height="1.5rem" />
      <Skeleton width="8.5rem" height="2.2rem" />
    </Row>
  </div>
)

/** One interview with what can be done about it. */
export function ManagedRow({ interview }: { interview: ManagedInterview }) {
  const { id, title, description, createdAt, createdBy, questionCount, responseCount, deletedAt } = interview
  return (
    <article className={classes.row} data-ended={deletedAt !== null || undefined} aria-label={title}>
      <Stack gap={1}>
        <Text as="h3" step={1} face="title" breaks>
          {deletedAt === null ? <Link to={`/interviews/${id}`}>{title}</Link> : title}
        </Text>
        <Text tone="soft" step={-1} breaks className={classes.about}>
          {description}
        </Text>
        <Row as="p" gap={[0, 4]} tone="faint" step={-1} figures>
          <span>{questionsInWords(questionCount)}</span>
          <span>{responsesInWords(responseCount)}</span>
          <span>
            Created {createdInWords(createdAt)} by <bdi>{createdBy}</bdi>
          </span>
          {deletedAt !== null && (
            <span>
              Deleted <RelativeTime at={deletedAt} />
            </span>
          )}
        </Row>
      </Stack>
      <Row gap={4} align="center" className={classes.deeds}>
        {deletedAt === null ? <Toggle interview={interview} /> : <Badge>Deleted</Badge>}
        <Row nowrap gap={2} align="center">
          <ButtonLink to={`/government?tab=interviews&interview=${id}`} variant="default" size="sm">
            View Responses
          </ButtonLink>
          {deletedAt === null && <Delete interview={interview} />}
        </Row>
      </Row>
    </article>
  )
}

/** The status, which is the button that changes it. */
function Toggle({ interview: { id, title, isActive } }: { interview: ManagedInterview }) {
  const update = useChange('interviews.update', touched)
  const shown = update.isPending ? update.variables.isActive : isActive
  const toggle = () =>
    update.mutate({ interviewId: id, isActive: !isActive }, { onError: (error) => toast.error(sentenceOf(error)) })
  return (
    <Switch
      label={shown ? 'Active' : 'Inactive'}
      name={`${title} takes answers`}
      on={shown}
      busy={update.isPending}
      set={toggle}
    />
  )
}

function Delete({ interview: { id, title, responseCount } }: { interview: ManagedInterview }) {
  const remove = useChange('interviews.delete', touched)
  const ask = async () => {
    const responses =
      responseCount === 0
        ? ''
        : ` Its ${responsesInWords(responseCount)} ${responseCount === 1 ? 'stays' : 'stay'} under “Deleted”.`
    const moveOn = rememberItem()
    const confirmed = await confirmDeletion({
      title: `Delete “${title}”`,
      message: `Are you sure you want to delete this interview?${responses}`,
      confirm: 'Delete',
    })
    if (!confirmed) return
    remove.mutate(
      { interviewId: id, ...confirmed },
      {
        onSuccess: () => {
          toast.success('The interview is deleted. Its responses are kept.')
          moveOn()
        },
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  }
  return (
    <Button variant="subtle" size="sm" data-danger loading={remove.isPending} onClick={() => void ask()}>
      Delete
    </Button>
  )
}
