import { getGovernment, getOfficial } from '@nation/core/government'
import { sharedRead, type Bindings } from '../frame/bind'

export const governmentBindings: Bindings = {
  'members.get-government': sharedRead<'members.get-government'>(getGovernment),
  'members.get-official': sharedRead<'members.get-official'>(getOfficial),
}
