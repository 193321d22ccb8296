import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../../../lib/session/session'
import { LiveNumber, RelativeTime, Stack, Text } from '../../../ui'
import { taskPath, responsesInWords, type Task } from '../../tasks'
import { Section } from './Section'
import type { SectionProps } from './sections'
import { shownTasks, useMyTasks } from './use-my-tasks'

/** Answers that came in: to the tasks of the reader's office, and to interviews, for those who may read them. */
export function NewResponses({ you: { interviews } }: SectionProps) {
  const ownUid = useSession((state) => state.user?.uid)
  const { open } = useMyTasks()
  const tasks = answeredBy(open.data?.tasks ?? [], ownUid)
  const asked = interviews ?? []
  if (interviews === null && tasks.length === 0) return null
  return (
    <Section title="Answers that came in">
      {tasks.length + asked.length === 0 ? (
        <Text tone="soft">No task was answered, and no interview takes answers at the moment.</Text>
      ) : (
        <Stack as="ul" gap={3}>
          {tasks.map(({ id, title, responseCount, newest }) => (
            <Line key={id} to={taskPath(id)} title={title}>
              {responsesInWords(responseCount)}, the last by {newest.submittedByName}{' '}
              <RelativeTime at={newest.submittedAt} />
            </Line>
          ))}
          {asked.map(({ id, title, responses, newestAt }) => (
            <Line key={id} to={`/government?tab=interviews&interview=${id}`} title={title}>
              <LiveNumber value={responses} /> {responses === 1 ? 'response' : 'responses'}
              {newestAt !== null && (
                <>
                  , the last <RelativeTime at={newestAt} />
                </>
              )}
            </Line>
          ))}
        </Stack>
      )}
    </Section>
  )
}

/** The tasks whose newest answer is another citizen's, the newest answer first. */
const answeredBy = (tasks: readonly Task[], ownUid: string | undefined) =>
  tasks
    .flatMap((task) => {
      const [newest] = task.responses
      return newest && newest.submittedBy !== ownUid ? [{ ...task, newest }] : []
    })
    .toSorted((a, b) => b.newest.submittedAt - a.newest.submittedAt)
    .slice(0, shownTasks)

function Line({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <Stack as="li" gap={1}>
      <Text as="span" breaks>
        <Link to={to}>{title}</Link>
      </Text>
      <Text as="span" tone="soft" step={-1} figures breaks>
        {children}
      </Text>
    </Stack>
  )
}
