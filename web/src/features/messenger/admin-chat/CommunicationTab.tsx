import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { call } from '../../../lib/api/client'
import { Button, Row, Stack, Text } from '../../../ui'
import classes from './admin-chat.module.css'
import { AdminMessages } from './AdminMessages'
import { useAdminChat } from './use-admin-chat'

/** The dashboard's chat is read again this often while its tab is open and no events arrive (requirements 2.4). */
const REFRESH = 30_000

/**
 * The dashboard's Communication (requirements 2.2): what the administration says to the government. Officials read it here;
 * the send button stays disabled.
 */
export function CommunicationTab() {
  const chat = useAdminChat((input, signal) => call('admin-chat.get-messages', input, { signal }), REFRESH)
  const { isFetching, isPending, refetch } = chat.pages
  return (
    <Stack gap={5}>
      <Row gap={4} align="center" justify="between">
        <Stack gap={1}>
          <Text as="h2" step={2}>
            Communication
          </Text>
          <Text tone="soft" step={-1}>
            What the administration tells the government.
          </Text>
        </Stack>
        <Button variant="default" loading={isFetching && !isPending} onClick={() => void refetch()}>
          Refresh
        </Button>
      </Row>
      <AdminMessages chat={chat} empty="Messages that administrators write in their panel appear here." />
      <Row gap={3} align="end" nowrap>
        <Textarea
          label="Message"
          description="Only administrators write here, in their panel."
          rows={1}
          disabled
          className={classes.field}
        />
        <Button disabled>Send</Button>
      </Row>
    </Stack>
  )
}
