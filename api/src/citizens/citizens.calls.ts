import { getUser, register } from '@nation/core/citizens'
import { citizenChange, openRead, type Bindings } from '../frame/bind'

export const citizenBindings: Bindings = {
  'user.register': citizenChange<'user.register'>(register),
  'user.get-user': openRead<'user.get-user'>(getUser),
}
