import { backgroundWork } from '@nation/core/work'
import { citizenRead, type Bindings } from '../frame/bind'

export const workBindings: Bindings = {
  'admin.background-work': citizenRead<'admin.background-work'>(backgroundWork),
}
