import { leftToDo, openNow, readDay } from '@nation/core/participation'
import { citizenRead, type Bindings, publicRead } from '../frame'

export const participationBindings: Bindings = {
  'participation.overview': publicRead('participation.overview', { shared: openNow, own: leftToDo }),
  'participation.day': citizenRead<'participation.day'>(readDay),
}
