import { useEffect, useRef } from 'react'
import { CitizenAvatar, RoleBadge, Row, Text } from '../../../ui'
import { senderBadge } from '../messenger-words'
import type { FoundUser } from '../types'
import classes from './Composer.module.css'
import type { useMentions } from './use-mentions'

interface Props {
  mentions: ReturnType<typeof useMentions>
}

/** The people who may be mentioned, above the field: the field keeps the focus, and its arrow keys choose. */
export function MentionList({ mentions }: Props) {
  const { isOpen, people } = mentions
  return (
    <>
      {/* In the page before the list is: a live region that appears together with its text is not always read. */}
      <p className="visually-hidden" role="status">
        {isOpen && offered(people.length)}
      </p>
      {isOpen && <Offered mentions={mentions} />}
    </>
  )
}

const offered = (count: number): string =>
  `${count === 1 ? '1 person' : `${count} people`} to mention: the arrow keys choose, Enter takes.`

function Offered({ mentions: { people, current, listId, optionId, choose, take } }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ul ref={list} id={listId} role="listbox" aria-label="People to mention" className={classes.people}>
      {people.map((user, index) => (
        <li
          key={user.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === current}
          className={classes.person}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => choose(index)}
          onClick={() => take(user)}
        >
          <Person user={user} />
        </li>
      ))}
    </ul>
  )
}

function Person({ user: { id, username, twitterUsername, profilePicture, governmentRole } }: { user: FoundUser }) {
  const badge = senderBadge({ governmentRole, isAdmin: false })
  return (
    <Row as="span" nowrap gap={3} align="center">
      <CitizenAvatar id={id} name={username} picture={profilePicture} size={32} />
      <Text as="span" className={classes.personName}>
        <Text as="span" strong>
          {username}
        </Text>{' '}
        <Text as="span" tone="faint" step={-1}>
          @{twitterUsername}
        </Text>
      </Text>
      {badge && (
        <span className={classes.office}>
          <RoleBadge {...badge} />
        </span>
      )}
    </Row>
  )
}
