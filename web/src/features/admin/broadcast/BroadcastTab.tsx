import { Stack, Text } from '../../../ui'
import { BroadcastForm } from './BroadcastForm'
import { BroadcastList } from './BroadcastList'
import classes from './broadcast.module.css'

/** Messages to the whole nation: sent here, and taken down here. */
export function BroadcastTab() {
  return (
    <div className={classes.tab}>
      <BroadcastForm />
      <Stack as="section" gap={3} top aria-labelledby="sent">
        <Text as="h3" id="sent" step={1}>
          Sent
        </Text>
        <BroadcastList />
      </Stack>
    </div>
  )
}
