import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Badge, Button, ButtonLink, confirm, RelativeTime, toast } from '../../../ui'
import { createdInWords, questionsInWords, responsesInWords } from '../interview-words'
import type { ManagedInterview } from '../types'
import classes from './manage.module.css'

/** What reads differently when an interview opens, closes or goes. */
const touched = [
  'interviews.all',
  'interviews.list',
  'interviews.get',
  'interviews.status',
  'interviews.responses',
] as const

/** One interview with what can be done about it. */
export function ManagedRow({ interview }: { interview: ManagedInterview }) {
  const { id, title, description, createdAt, createdBy, questionCount, responseCount, deletedAt } = interview
  return (
    <article className={classes.row} data-ended={deletedAt !== null || undefined} aria-label={title}>
      <div className={classes.what}>
        <h3 className={classes.title}>{deletedAt === null ? <Link to={`/interviews/${id}`}>{title}</Link> : title}</h3>
        <p className={classes.about}>{description}</p>
        <p className={classes.facts}>
          <span>{questionsInWords(questionCount)}</span>
          <span>{responsesInWords(responseCount)}</span>
          <span>
            Created {createdInWords(createdAt)} by {createdBy}
          </span>
          {deletedAt !== null && (
            <span>
              Deleted <RelativeTime at={deletedAt} />
            </span>
          )}
        </p>
      </div>
      <div className={classes.actions}>
        {deletedAt === null ? <Toggle interview={interview} /> : <Badge>Deleted</Badge>}
        <ButtonLink to={`/government?tab=interviews&interview=${id}`} variant="default" size="sm">
          View Responses
        </ButtonLink>
        {deletedAt === null && <Delete interview={interview} />}
      </div>
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
    <button
      type="button"
      role="switch"
      aria-checked={shown}
      aria-label={`${title} takes answers`}
      className={classes.toggle}
      disabled={update.isPending}
      onClick={toggle}
    >
      <span className={classes.knob} aria-hidden="true" />
      {shown ? 'Active' : 'Inactive'}
    </button>
  )
}

function Delete({ interview: { id, responseCount } }: { interview: ManagedInterview }) {
  const remove = useChange('interviews.delete', touched)
  const ask = async () => {
    const kept = responseCount === 0 ? '' : ` ${responsesInWords(responseCount)}: kept, under “Deleted”.`
    const sure = await confirm({
      title: 'Delete interview',
      message: `Are you sure you want to delete this interview?${kept}`,
      confirm: 'Delete',
      danger: true,
    })
    if (!sure) return
    remove.mutate(
      { interviewId: id },
      {
        onSuccess: () => toast.success('The interview is deleted. Its responses are kept.'),
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
