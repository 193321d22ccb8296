import { entryTitle } from '@nation/domain/pages'
import { gazetteKinds } from '@nation/domain/gazette'
import { Link, useParams } from 'react-router-dom'
import { Page } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { hasCode, sentenceOf } from '../../lib/api/api-error'
import { useCall } from '../../lib/query/query'
import { Skeleton, ButtonLink, EmptyState, ErrorState, LineWork, Loading, Panel, Row, Stack, Text } from '../../ui'
import classes from './gazette.module.css'
import { officePath } from '../government'
import { Sentence } from './Sentence'
import { dayInWords, timeInWords } from './use-gazette'
import type { Entry } from './use-gazette'

/** One entry at its permanent address. */
export default function EntryPage() {
  const { number = '' } = useParams()
  const { data, error, isFetching, refetch } = useCall('gazette.get', { number })
  usePageTitle(data && entryTitle(data.entry.number))
  return (
    <Page narrow>
      {data ? (
        <OneEntry {...data} />
      ) : error === null ? (
        <Loading label="Loading the entry">
          <Skeleton height="18rem" />
        </Loading>
      ) : isMissing(error) ? (
        <EmptyState title="No such entry" actions={<ButtonLink to="/gazette">Open the gazette</ButtonLink>}>
          The gazette has no entry of this number.
        </EmptyState>
      ) : (
        <ErrorState title="The entry could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      )}
    </Page>
  )
}

/** There is no entry of this number, or what the address says is no number. */
const isMissing = (error: unknown): boolean => hasCode(error, 'gazette_entry_not_found', 'invalid_input')

function OneEntry({ entry, older, newer }: { entry: Entry; older: number | null; newer: number | null }) {
  const { number, kind, at, parts } = entry
  const people = [...new Map(parts.flatMap(({ person, text }) => (person ? [[person, text] as const] : [])))]
  const offices = [
    ...new Map(
      parts.flatMap(({ href, text }) =>
        href?.startsWith(officePath('')) ? [[href.slice(officePath('').length), text] as const] : [],
      ),
    ),
  ]
  return (
    <Panel as="article" raised edge="top" stage gap={5} className={classes.sheet}>
      <LineWork seed={`gazette ${number}`} kind="band" className={classes.band} />
      <Row gap={[2, 5]} align="baseline" justify="between">
        <Text as="h1" face="display" step={4} tone="state" figures>
          No. {number}
        </Text>
        <Text face="document" tone="faint" step={-1}>
          GAZETTE OF NATION
        </Text>
      </Row>
      <Text step={2} breaks>
        <Sentence parts={parts} />
      </Text>
      <Text tone="soft" figures>
        <time dateTime={new Date(at).toISOString()}>
          {dayInWords(at)}, {timeInWords(at)}
        </time>
      </Text>
      <Stack gap={2}>
        <Text as="h2" face="label" step={-1} tone="faint">
          More of the gazette
        </Text>
        <Row as="ul" gap={[1, 4]}>
          <li>
            <Link to={`/gazette?kind=${kind}`}>{gazetteKinds[kind].title}</Link>
          </li>
          {offices.map(([id, title]) => (
            <li key={id}>
              <Link to={`/gazette?office=${id}`}>All about the office of {title}</Link>
            </li>
          ))}
          {people.map(([id, name]) => (
            <li key={id}>
              <Link to={`/gazette?person=${id}`}>All about {name}</Link>
            </li>
          ))}
          <li>
            <Link to="/gazette">All entries</Link>
          </li>
        </Row>
      </Stack>
      <Row as="nav" aria-label="Neighbouring entries" gap={3} justify="between">
        {older !== null ? (
          <ButtonLink variant="default" to={`/gazette/${older}`}>
            No. {older}
          </ButtonLink>
        ) : (
          <span />
        )}
        {newer !== null && (
          <ButtonLink variant="default" to={`/gazette/${newer}`}>
            No. {newer}
          </ButtonLink>
        )}
      </Row>
    </Panel>
  )
}
