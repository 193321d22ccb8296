import { IconTrash } from '@tabler/icons-react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, confirm, rememberItem, Stack, Text, toast } from '../../../ui'
import { AdminMessages, useAdminChat, useHearsAdminChat, type AdminMessage } from '../../messenger'
import { panelCall, panelMeta, usePanelCall, usePanelChange } from '../panel-session'
import { ChatForm } from './ChatForm'

/** The panel reads its chat again this often while no events arrive (requirements 2.4). */
const REFRESH = 5_000
/** Who is online is in no event: it is asked this often where the messages come by themselves. */
const ONLINE = 60_000

/** The panel's Chat (requirements 2.2): administrators write here; officials read it in their dashboard. */
export function ChatTab() {
  const chat = useAdminChat((input, signal) => panelCall('admin-chat.get-messages', input, signal), REFRESH, panelMeta)
  return (
    <Stack gap={5}>
      <Stack gap={1}>
        <Text tone="soft">Administrators write here. All officials read it in the dashboard.</Text>
        <OnlineAdmins />
      </Stack>
      <AdminMessages
        chat={chat}
        empty="All officials can read what you write."
        action={(message) => <DeleteMessage message={message} />}
      />
      <ChatForm />
    </Stack>
  )
}

/** Who of the administration is here at the moment. */
function OnlineAdmins() {
  const { data } = usePanelCall('admin-chat.get-online-admins', {}, useHearsAdminChat() ? ONLINE : REFRESH)
  if (!data) return null
  const names = data.admins.map(({ name }) => name)
  return (
    <Text tone="faint" step={-1}>
      {names.length === 0 ? 'No administrator is online.' : `Online: ${names.join(', ')}.`}
    </Text>
  )
}

function DeleteMessage({ message: { id, senderName, content } }: { message: AdminMessage }) {
  const remove = usePanelChange('messenger.delete-message', ['admin-chat.get-messages'])
  const ask = async () => {
    const moveOn = rememberItem()
    const sure = await confirm({
      title: 'Delete this message?',
      message: `${senderName}: “${content}”. Readers will no longer see its text, only that a message was deleted.`,
      confirm: 'Delete',
      danger: true,
    })
    if (!sure) return
    remove.mutate({ messageId: id }, { onSuccess: moveOn, onError: (error) => toast.error(sentenceOf(error)) })
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      px={6}
      loading={remove.isPending}
      aria-label={`Delete the message of ${senderName}`}
      title="Delete"
      onClick={() => void ask()}
    >
      <IconTrash size={18} aria-hidden="true" />
    </Button>
  )
}
