import { resign } from '@nation/core/citizens'
import { getGovernment, getOffice, getOfficial, governmentNow, latestTerm, ownOverview } from '@nation/core/government'
import { citizenChange, citizenRead, type Bindings } from '../frame/bind'
import { publicRead } from '../frame/public-read'

/** One official; their page's head says the same. */
export const officialRead = publicRead('members.get-official', { shared: getOfficial })

/** One office with its holders; its page's head says the same. */
export const officeRead = publicRead('government.office', { shared: getOffice })

export const governmentBindings: Bindings = {
  'members.get-government': publicRead('members.get-government', { shared: getGovernment }),
  'members.get-official': officialRead,
  'government.office': officeRead,
  'government.overview': publicRead('government.overview', { shared: governmentNow, own: ownOverview }),
  'government.my-term': citizenRead<'government.my-term'>(latestTerm),
  'government.resign': citizenChange<'government.resign'>(resign),
}
