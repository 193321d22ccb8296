import { getGovernment, getOfficial } from '@nation/core/government'
import { type Bindings } from '../frame/bind'
import { publicRead } from '../frame/public-read'

/** One official; their page's head says the same. */
export const officialRead = publicRead('members.get-official', { shared: getOfficial })

export const governmentBindings: Bindings = {
  'members.get-government': publicRead('members.get-government', { shared: getGovernment }),
  'members.get-official': officialRead,
}
