import { feature as admin } from './admin/feature'
import { feature as auth } from './auth/feature'
import { feature as bank } from './bank/feature'
import { feature as broadcasts } from './broadcasts/feature'
import { feature as citizens } from './citizens/feature'
import { feature as commands } from './commands/feature'
import { feature as elections } from './elections/feature'
import { feature as gazette } from './gazette/feature'
import { feature as government } from './government/feature'
import { feature as interviews } from './interviews/feature'
import { feature as media } from './media/feature'
import { feature as messenger } from './messenger/feature'
import { feature as ops } from './ops/feature'
import { feature as pages } from './pages/feature'
import { feature as participation } from './participation/feature'
import { feature as polls } from './polls/feature'
import { feature as replica } from './replica/feature'
import { feature as linkPictures } from './link-pictures/feature'
import { feature as system } from './system/feature'
import { feature as tasks } from './tasks/feature'
import type { Bindings, Feature } from './frame'

/** Every feature of the API. Those with routes are asked in this order; `pages` answers every address that is left. */
export const features: readonly Feature[] = [
  auth,
  citizens,
  elections,
  government,
  gazette,
  broadcasts,
  admin,
  system,
  polls,
  participation,
  interviews,
  bank,
  tasks,
  messenger,
  replica,
  commands,
  media,
  ops,
  linkPictures,
  pages,
]

/** The handler of every call. */
export const bindings: Bindings = Object.assign({}, ...features.map((feature) => feature.bindings ?? {})) as Bindings
