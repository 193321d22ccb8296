import {
  resign,
  getGovernment,
  getOffice,
  getOfficial,
  governmentNow,
  latestTerm,
  markPromise,
  ownOverview,
  ownPromises,
  promisesOf,
  setPromise,
} from '@nation/core/government'
import { citizenChange, citizenRead, type Bindings, publicRead } from '../frame'

/** One official; their page's head says the same. */
export const officialRead = publicRead('members.get-official', { shared: getOfficial })

/** Who governs; the home page's picture shows them. */
export const governmentRead = publicRead('members.get-government', { shared: getGovernment })

/** One office with its holders; its page's head says the same. */
export const officeRead = publicRead('government.office', { shared: getOffice })

export const governmentBindings: Bindings = {
  'members.get-government': governmentRead,
  'members.get-official': officialRead,
  'government.office': officeRead,
  'government.overview': publicRead('government.overview', { shared: governmentNow, own: ownOverview }),
  'government.my-term': citizenRead<'government.my-term'>(latestTerm),
  'government.promises': publicRead('government.promises', { shared: promisesOf, own: ownPromises }),
  'government.set-promise': citizenChange<'government.set-promise'>(setPromise),
  'government.mark-promise': citizenChange<'government.mark-promise'>(markPromise),
  'government.resign': citizenChange<'government.resign'>(resign),
}
