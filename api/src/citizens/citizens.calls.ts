import { getUser, register } from '@nation/core/citizens'
import { citizenChange, openRead, type Bindings } from '../frame/bind'
import { soon } from './soon'

export const citizenBindings: Bindings = {
  'user.register': citizenChange<'user.register'>(register),
  'user.get-user': openRead<'user.get-user'>(getUser),
  'user.update-profile-picture': soon(),
  'user.refresh-twitter': soon(),
  'user.export-data': soon(),
  'user.export-status': soon(),
  'user.export-download': soon(),
  'user.delete-account': soon(),
  'user.deletion-status': soon(false),
  'members.get-all': soon(false),
  'members.update-role': soon(),
  'citizens.newest': soon(false),
  'admin.users': soon(),
  'admin.update-role': soon(),
}
