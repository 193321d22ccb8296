import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, Button, confirm, Instant, Panel, RelativeTime, Row, Text, toast } from '../../../ui'
import { usePanelChange } from '../panel-session'
import type { Security } from './sign-in-words'
import classes from './sign-ins.module.css'

type Session = Security['sessions'][number]

/** The account's panel sessions that are open: each can be ended by itself. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  return (
    <Panel as="section" gap={3} pad={5} className={classes.panel} aria-labelledby="sessions">
      <h3 id="sessions">Open panel sessions</h3>
      <Text tone="soft" step={-1} className={classes.note}>
        Browsers in which your account is signed in to the panel. End the sessions that you do not know.
      </Text>
      <ul className={classes.list} aria-label="Open panel sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  )
}

function SessionRow({ session: { id, device, createdAt, expiresAt, current } }: { session: Session }) {
  const end = usePanelChange('admin.end-session', ['admin.security'])
  const name = device ?? 'A browser'
  const ask = async () => {
    const message = 'Its user has to sign in again. What they typed and did not send is lost.'
    if (!(await confirm({ title: 'End this session?', message, confirm: 'End it', danger: true }))) return
    end.mutate(
      { sessionId: id },
      {
        onSuccess: () => toast.success(`The session on ${name} has ended.`),
        onError: (error) => toast.error(sentenceOf(error)),
      },
    )
  }
  return (
    <li className={classes.device}>
      <Row as="p" gap={[2, 3]} align="center">
        <b>{name}</b> {current && <Badge tone="success">This session</Badge>}
      </Row>
      <Text tone="soft" step={-1} className={classes.note}>
        Opened <RelativeTime inside at={createdAt} />. Ends automatically <Instant at={expiresAt} />.
      </Text>
      {!current && (
        <Button
          className={classes.act}
          variant="outline"
          data-danger
          loading={end.isPending}
          aria-label={`End the session on ${name}`}
          onClick={() => void ask()}
        >
          End
        </Button>
      )}
    </li>
  )
}
