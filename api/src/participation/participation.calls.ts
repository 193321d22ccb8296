import { leftToDo, openNow } from '@nation/core/participation'
import type { Bindings } from '../frame/bind'
import { publicRead } from '../frame/public-read'

export const participationBindings: Bindings = {
  'participation.overview': publicRead('participation.overview', { shared: openNow, own: leftToDo }),
}
