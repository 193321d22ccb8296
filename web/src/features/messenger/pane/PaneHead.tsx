import { groupTexts } from '@nation/domain/messenger'
import type { MessengerGroup } from '@nation/domain/permissions'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router-dom'
import { Badge, Skeleton, CitizenAvatar, RoleBadge, Row, Stack, Text } from '../../../ui'
import { officialPath } from '../../government'
import { GroupIcon } from '../list/GroupIcon'
import { membersInWords, senderBadge } from '../messenger-words'
import type { Conversation, Group } from '../types'
import classes from './PaneHead.module.css'
import { RoomMenu } from './RoomMenu'

/** The head of a group. */
export function GroupHead({ group }: { group: Group }) {
  return (
    <Head
      icon={<GroupIcon group={group.id} />}
      name={group.name}
      menu={<RoomMenu id={group.id} notice={group.notice} />}
    >
      {membersInWords(group.memberCount)}
      <span className="hidden-on-phone"> · {group.description}</span>
    </Head>
  )
}

/** The head of a group of which nothing but its name is known: it could not be read. */
export const NamedHead = ({ id }: { id: MessengerGroup }) => (
  <Head icon={<GroupIcon group={id} />} name={groupTexts[id].name} menu={null}>
    {groupTexts[id].description}
  </Head>
)

/** The head of a direct conversation. Who has left the nation holds no office in it, and has no page. */
export function DirectHead({ conversation }: { conversation: Conversation }) {
  const { otherUser, hasLeft } = conversation
  const { id, username, twitterUsername, profilePicture, isOnline } = otherUser
  const governmentRole = hasLeft ? null : otherUser.governmentRole
  const isSupport = otherUser.isSupport && !hasLeft
  const badge = senderBadge({ governmentRole, isAdmin: false })
  return (
    <Head
      icon={<CitizenAvatar id={id} name={username} picture={profilePicture} size={40} />}
      name={username}
      badges={
        <>
          {badge && <RoleBadge {...badge} />}
          {isSupport && <Badge tone="success">Support</Badge>}
        </>
      }
      menu={
        hasLeft ? (
          <RoomMenu id={conversation.id} notice={null} />
        ) : (
          <RoomMenu
            id={conversation.id}
            notice={conversation.notice}
            other={otherUser}
            blocked={conversation.blocked}
          />
        )
      }
    >
      {governmentRole ? <Link to={officialPath(id)}>@{twitterUsername}</Link> : `@${twitterUsername}`}
      {hasLeft ? ' · Left the nation' : conversation.blocked ? ' · Blocked' : isOnline && ' · Online'}
    </Head>
  )
}

/** The head of a conversation that is not known yet. */
export const HeadSkeleton = () => (
  <div className={classes.head}>
    <Back />
    <Skeleton width={40} height={40} round />
    <Skeleton width="9rem" height="1.25rem" />
  </div>
)

/** The head of what is not there. */
export const NoHead = () => (
  <div className={classes.head} data-bare>
    <Back />
    <Text as="span" step={1} strong>
      Messenger
    </Text>
  </div>
)

interface Props {
  icon: React.ReactNode
  name: string
  badges?: React.ReactNode
  menu: React.ReactNode
  children: React.ReactNode
}

function Head({ icon, name, badges, menu, children }: Props) {
  return (
    <header className={classes.head}>
      <Back />
      {icon}
      <Stack gap={0} className={classes.words}>
        <Row gap={[0, 2]} align="center">
          <Text as="h2" step={1} className={classes.name}>
            {name}
          </Text>
          {badges}
        </Row>
        <Text tone="faint" step={-1} className={classes.under}>
          {children}
        </Text>
      </Stack>
      {menu}
    </header>
  )
}

/** Back to the list: on phones, which show one of the two at a time. */
export function Back() {
  const [search] = useSearchParams()
  const remaining = new URLSearchParams([...search].filter(([name]) => name === 'find' || name === 'in'))
  return (
    <Link
      to={{ pathname: '/messenger', search: remaining.toString() }}
      className={classes.back}
      aria-label={remaining.has('find') ? 'Back to the search' : 'Back to all conversations'}
    >
      <IconChevronLeft size={24} aria-hidden="true" />
    </Link>
  )
}
