import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { Skeleton, ErrorState, Loading, RelativeTime, Stack, Text, timeAgo, useNow } from '../../../ui'
import { Sentence } from '../../gazette'
import classes from './Day.module.css'
import { useNewsSince } from './last-visit'

/** How many entries of the public record are read, and how many of them are shown. */
const LOOKED_AT = 20
const SHOWN = 4

/**
 * What the nation did since one was last here, as its gazette reports it; on a first visit, what it did last. The record is the same
 * for everybody: only this device knows since when it is news (decision 89).
 */
export function News({ uid, dayFailed }: { uid: string; dayFailed: boolean }) {
  const live = useLive((state) => state.live)
  const since = useNewsSince(uid)
  const now = useNow(60_000)
  const { data, error, isFetching, refetch } = useCall(
    'gazette.list',
    { limit: LOOKED_AT },
    { every: live ? false : 60_000 },
  )
  const news = data?.entries.filter(({ at }) => since === null || at > since) ?? []
  const more = news.length - SHOWN
  const isAll = news.length < LOOKED_AT
  return (
    <Stack as="section" gap={3} className={classes.news} aria-labelledby="news">
      <Text id="news" as="h2" step={1}>
        {since === null ? 'Lately in the nation' : 'Since you were last here'}
      </Text>
      {data ? (
        <>
          {news.length === 0 && (
            <Text tone="soft" step={-1}>
              {since === null
                ? 'The public record is empty.'
                : `No new entries in the public record since ${ago(since, now)}.`}
            </Text>
          )}
          <ol className={classes.entries}>
            {news.slice(0, SHOWN).map(({ number, at, parts }) => (
              <li key={number}>
                <Text step={-1} breaks>
                  <Sentence parts={parts} />
                </Text>
                <Text as="span" tone="faint" step={-2}>
                  <RelativeTime at={at} />
                </Text>
              </li>
            ))}
          </ol>
          <Link to="/gazette" className={classes.more}>
            {since !== null && more > 0 ? `${isAll ? more : `${more} and`} more in the gazette` : 'Open the gazette'}
          </Link>
        </>
      ) : error && dayFailed ? (
        // The day beside it says why, and its button reads the news, too.
        <Text tone="soft" step={-1}>
          The news could not be read, either.
        </Text>
      ) : error ? (
        <ErrorState compact title="The news could not be read" onRetry={() => void refetch()} retrying={isFetching}>
          {sentenceOf(error)}
        </ErrorState>
      ) : (
        <Loading label="Loading the news">
          <Skeleton height="12.6rem" lines />
        </Loading>
      )}
    </Stack>
  )
}

/** 'your visit 3h ago', or the date of one that is longer ago. */
const ago = (since: number, now: number): string =>
  now - since > 7 * 86_400_000 ? timeAgo(since, now) : `your visit ${timeAgo(since, now).toLowerCase()}`
