import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconBell, IconBellOff, IconDots, IconLock, IconLockOpen, IconSearch } from '@tabler/icons-react'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { forget } from '../../../lib/query/query'
import { toast } from '../../../ui'
import { useSearch } from '../search/use-search'
import type { Conversation, RoomId } from '../types'
import menu from './MessageMenu.module.css'
import classes from './PaneHead.module.css'
import { changeConversation, setBlock } from './set-block'

interface Props {
  id: RoomId
  /** Whether it calls for its reader's attention; null where nothing more can come. */
  notice: boolean | null
  /** The other citizen of a direct conversation. */
  other?: Conversation['otherUser']
  blocked?: boolean
}

const icon = { size: 18, 'aria-hidden': true } as const

/** What can be done about a conversation as a whole. */
export function RoomMenu({ id, notice, other, blocked = false }: Props) {
  const search = useSearch()
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: menu.dropdown, item: menu.item }}
    >
      <Menu.Target>
        <button type="button" className={classes.more} aria-label="Conversation settings">
          <IconDots size={22} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSearch {...icon} />} onClick={() => search.open(id)}>
          Search in this conversation
        </Menu.Item>
        {notice !== null && (
          <Menu.Item
            leftSection={notice ? <IconBellOff {...icon} /> : <IconBell {...icon} />}
            onClick={() => void setNotice(id, !notice)}
          >
            {notice ? 'Turn notifications off' : 'Turn notifications on'}
          </Menu.Item>
        )}
        {other && (
          <Menu.Item
            leftSection={blocked ? <IconLockOpen {...icon} /> : <IconLock {...icon} />}
            data-danger={!blocked || undefined}
            onClick={() => void setBlock(id, other, !blocked)}
          >
            {blocked ? `Unblock ${other.username}` : `Block ${other.username}`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

async function setNotice(id: RoomId, notice: boolean): Promise<void> {
  try {
    await call('messenger.set-notice', { conversationId: id, notice })
    changeConversation(id, { notice })
    toast.success(notice ? 'Notifications are on.' : 'Notifications are off, except for mentions of you.')
    await forget(['messenger.get-groups', 'messenger.get-conversations'])
  } catch (error) {
    toast.error(sentenceOf(error))
  }
}
