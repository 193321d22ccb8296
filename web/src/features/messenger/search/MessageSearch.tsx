import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { askedOfMessages, messageLimits } from '@nation/domain/messenger'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { use, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { usePages } from '../../../lib/query/use-pages'
import { RouterContext } from '../../../lib/router'
import { Skeleton, RelativeTime, Row, Stack, Text } from '../../../ui'
import { Switch } from '../../../ui/kit/Switch'
import { PagedList } from '../../../ui/PagedList'
import { roomPath } from '../paths'
import { jumpToMessage } from '../rooms/read-room'
import type { FoundMessage, RoomId } from '../types'
import { markedExcerpt } from './marks'
import classes from './MessageSearch.module.css'
import type { useSearch } from './use-search'

interface Props {
  search: ReturnType<typeof useSearch>
  /** The room that is open, with its name where it is known. */
  current: { readonly id: RoomId; readonly name: string | null } | null
  /** Called when the search is given up by its field. */
  onLeave: () => void
}

/** Finds messages in one's own conversations by the beginnings of their words. Results are links to where they were said. */
export default function MessageSearch({ search, current, onLeave }: Props) {
  const [typed, setTyped] = useState(search.query ?? '')
  const [query] = useDebouncedValue(typed.trim(), 250)
  const { query: inAddress } = search
  const written = useRef(inAddress)
  const router = use(RouterContext)?.router
  useEffect(() => {
    // The last navigation wins: this one would call a reader back who goes to another page.
    if (query === written.current || router?.isLeaving) return
    written.current = query
    search.search(query)
    // Only typing changes the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [query])
  useEffect(() => {
    // Back or forward has changed the address.
    if (inAddress === null || inAddress === written.current) return
    written.current = inAddress
    setTyped(inAddress)
  }, [inAddress])
  const asks = askedOfMessages(query).length > 0
  return (
    <Stack gap={4} top className={classes.search}>
      <Stack gap={3} role="search" aria-label="Messages" className={classes.form}>
        <TextInput
          type="search"
          aria-label="Search messages"
          placeholder="Search messages"
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={typed}
          maxLength={messageLimits.search}
          autoComplete="off"
          // A result that is open has the focus.
          autoFocus={search.at === null}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onLeave()}
        />
        {current && (
          <Switch
            label={`Only in ${current.name ?? 'this conversation'}`}
            on={search.within === current.id}
            busy={false}
            set={(on) => search.keepWithin(on ? current.id : null)}
          />
        )}
      </Stack>
      {asks ? (
        <Results query={query} search={search} current={current?.id ?? null} />
      ) : (
        <Text tone="faint" step={-1} className={classes.none}>
          Search your groups and direct messages by whole words or by their beginnings.
        </Text>
      )}
    </Stack>
  )
}

function Results({ query, search, current }: Pick<Props, 'search'> & { query: string; current: RoomId | null }) {
  const { within } = search
  const pages = usePages(
    'messenger.search-messages',
    { query, ...(within !== null && { in: within }) },
    (input, options) => call('messenger.search-messages', input, options),
  )
  const results = pages.isPlaceholderData ? [] : (pages.data?.pages.flatMap((page) => page.results) ?? [])
  const list = (
    <PagedList
      // What was found for other words is not shown as found for these.
      pages={{ ...pages, isPending: pages.isPending || pages.isPlaceholderData }}
      items={byConversation(results)}
      className={classes.results}
      label="Messages"
      failure={sentenceOf(pages.error)}
      skeletons={{ count: 4, shape: <ResultSkeleton /> }}
      empty={
        <Text tone="soft" step={-1} className={classes.none} role="status">
          No messages found
        </Text>
      }
    >
      {({ found, heads }) => (
        <Result
          key={found.messageId}
          found={found}
          heads={heads}
          query={query}
          to={search.resultPath(roomPath(found.conversationId), found.number, query)}
          isOpen={found.conversationId === current && found.number === search.at}
        />
      )}
    </PagedList>
  )
  return (
    <Stack gap={3}>
      {results.length > 0 && <h2 className="visually-hidden">Messages found</h2>}
      {/* At a desk the place beside the list says it. */}
      {results.length > 0 && (
        <Text tone="soft" step={-1} className={classes.hint}>
          Open a result to see it where it was said.
        </Text>
      )}
      {list}
    </Stack>
  )
}

/** Results come conversation by conversation, of each the newest first: the first one heads it. */
const byConversation = (results: readonly FoundMessage[]): { found: FoundMessage; heads: boolean }[] =>
  results.map((found, index) => ({ found, heads: results[index - 1]?.conversationId !== found.conversationId }))

interface ResultProps {
  found: FoundMessage
  /** Whether it is the first of its conversation. */
  heads: boolean
  query: string
  to: string
  isOpen: boolean
}

function Result({ found, heads, query, to, isOpen }: ResultProps) {
  const again = () => void (isOpen && jumpToMessage(found.conversationId, found.number))
  return (
    <li>
      {heads && (
        <Text as="h3" step={0} face="title" breaks className={classes.conversation}>
          {found.name}
        </Text>
      )}
      <Link to={to} className={classes.result} aria-current={isOpen ? 'true' : undefined} onClick={again}>
        <Row as="span" gap={2} align="center" justify="between">
          <Text as="span" strong step={-1} breaks>
            {found.senderName}
            <span className="visually-hidden"> in {found.name}</span>
          </Text>
          <Text as="span" tone="faint" step={-2}>
            <RelativeTime at={found.timestamp} />
          </Text>
        </Row>
        <Row as="span" nowrap gap={2} align="center" justify="between">
          <Text as="span" step={-1} breaks>
            {markedExcerpt(found.message, query).map((piece, index) =>
              piece.found ? <mark key={index}>{piece.text}</mark> : piece.text,
            )}
          </Text>
          <IconChevronRight size={18} aria-hidden="true" className={classes.go} />
        </Row>
      </Link>
    </li>
  )
}

const ResultSkeleton = () => (
  <Stack as="span" gap={2} className={classes.result}>
    <Skeleton width="45%" />
    <Skeleton width="90%" height="0.8em" />
  </Stack>
)
