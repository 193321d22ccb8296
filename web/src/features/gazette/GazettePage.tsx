import { isoDay } from '@nation/domain/formats'
import { Page, PageHead } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { hasCode, sentenceOf } from '../../lib/api/api-error'
import { Skeleton, Button, EmptyState, Stack, Text } from '../../ui'
import { PagedList } from '../../ui/PagedList'
import { EntryLine } from './EntryLine'
import { GazetteFilters } from './GazetteFilters'
import classes from './gazette.module.css'
import { byDay, dayInWords, useEntries, useFilter } from './use-gazette'

/** The gazette: what the government did, for everybody, the newest first. */
export default function GazettePage() {
  usePageTitle()
  const { filter, query, change, clear } = useFilter()
  const list = useEntries(filter)
  const pages = list.data?.pages ?? []
  const days = byDay(pages.flatMap(({ entries }) => entries))
  const feed = `/gazette.atom${query}`
  return (
    <Page>
      <link rel="alternate" type="application/atom+xml" title="Gazette of Nation" href={feed} />
      <PageHead
        title="Gazette"
        actions={
          <>
            <Button component="a" variant="default" href={feed}>
              Atom feed
            </Button>
            <Button component="a" variant="default" href={`/api/gazette/export${query}`} download>
              Export CSV
            </Button>
          </>
        }
      >
        <p>The nation’s public record: every act of its government, numbered, and never rewritten.</p>
      </PageHead>
      <GazetteFilters filter={filter} change={change} clear={clear} person={pages[0]?.person ?? null} />
      <p role="status" className="visually-hidden">
        {list.isSuccess && !list.isPlaceholderData && cameInWords(pages.map(({ entries }) => entries.length))}
      </p>
      <Stack gap={5} aria-busy={list.isPlaceholderData || undefined}>
        <PagedList
          pages={list}
          items={days}
          label="Entries"
          skeletons={{ count: 8, shape: <EntrySkeleton /> }}
          failure={
            hasCode(list.error, 'citizen_not_found')
              ? 'There is no such citizen. Clear the filter to see all entries.'
              : sentenceOf(list.error)
          }
          empty={<Nothing filtered={query !== ''} clear={clear} />}
        >
          {({ day, entries }) => (
            <li key={day} className={classes.day}>
              <Text as="h2" step={1} face="title" className={classes.date}>
                <time dateTime={isoDay(day)}>{dayInWords(day)}</time>
              </Text>
              <ol reversed start={entries[0]?.number} className={classes.entries}>
                {entries.map((entry) => (
                  <EntryLine key={entry.number} entry={entry} />
                ))}
              </ol>
            </li>
          )}
        </PagedList>
      </Stack>
    </Page>
  )
}

/** What came, for a screen reader: how many entries of a filter, or how many more. */
function cameInWords(counts: readonly number[]): string {
  const shown = counts.reduce((sum, count) => sum + count, 0)
  const all = shown === 0 ? 'No entries found' : `${shown} ${shown === 1 ? 'entry' : 'entries'}`
  // With their sum: the same words again would not be read.
  return counts.length < 2 ? all : `${counts.at(-1)} more, ${all} shown`
}

function EntrySkeleton() {
  return (
    <div className={classes.entries}>
      <div className={classes.entry}>
        <Skeleton width="4rem" />
        <Stack gap={2} className={classes.sentence}>
          <Skeleton width="92%" />
          <Skeleton width="48%" />
        </Stack>
        <Skeleton width="7rem" />
      </div>
    </div>
  )
}

function Nothing({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  return filtered ? (
    <EmptyState title="No entries found" actions={<Button onClick={clear}>Show all entries</Button>}>
      The gazette has no entry like this. Try less of the word, or another filter.
    </EmptyState>
  ) : (
    <EmptyState title="The gazette is empty">The first act of the government will be entry No. 1.</EmptyState>
  )
}
