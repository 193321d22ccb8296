import type { Wait } from '@nation/domain/participation'
import type { Features } from '@nation/domain/system'
import type { RouteObject } from 'react-router-dom'
import { isBuilt } from '../../../lib/built'
import { serverNow } from '../../../lib/server-time'
import { useSession } from '../../../lib/session/session'
import { DAY_KEY, keep } from '../../../lib/store/device'
import type { Day } from '../../participation'
import { linesOf, type Line } from './wait-words'

/** What a device remembers of a citizen's day; `public/first-paint.js` shows it before the app is there. Instants by the device's clock. */
interface RememberedDay {
  readonly uid: string
  /** When it was read. */
  readonly at: number
  readonly lines: readonly (Pick<Line, 'title' | 'detail' | 'to' | 'action'> & Pick<Wait, 'until'>)[]
}

/** Remembers what waits on this device, until the citizen signs out (decision 116). A day without lines is deleted. */
export function rememberDay(day: Day, features: Features, screens: readonly RouteObject[]): void {
  const uid = useSession.getState().user?.uid
  if (uid === undefined) return
  const at = Date.now()
  const ahead = at - serverNow()
  const lines = linesOf(day, features, (to) => isBuilt(to, screens)).map(
    ({ wait: { until }, line: { title, detail, to, action } }) => {
      return { title, detail, to, action, until: until === null ? null : until + ahead }
    },
  )
  const remembered: RememberedDay = { uid, at, lines }
  keep(DAY_KEY, lines.length > 0 ? JSON.stringify(remembered) : null)
}
