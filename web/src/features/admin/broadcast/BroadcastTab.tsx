import { BroadcastForm } from './BroadcastForm'
import { BroadcastList } from './BroadcastList'
import { Stack } from '../../../ui'

/** Messages to the whole nation: sent here, and taken down here. */
export function BroadcastTab() {
  return (
    <Stack gap={5}>
      <BroadcastForm />
      <BroadcastList />
    </Stack>
  )
}
