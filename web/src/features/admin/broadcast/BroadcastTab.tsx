import { BroadcastForm } from './BroadcastForm'
import { BroadcastList } from './BroadcastList'
import classes from './broadcast.module.css'

/** Messages to the whole nation: sent here, and taken down here. */
export function BroadcastTab() {
  return (
    <div className={classes.tab}>
      <BroadcastForm />
      <BroadcastList />
    </div>
  )
}
