import { feature as admin } from '../admin/feature'
import { feature as bank } from '../bank/feature'
import { feature as broadcasts } from '../broadcasts/feature'
import { feature as citizens } from '../citizens/feature'
import { feature as commands } from '../commands/feature'
import { feature as elections } from '../elections/feature'
import { feature as gazette } from '../gazette/feature'
import { feature as government } from '../government/feature'
import { feature as interviews } from '../interviews/feature'
import { feature as media } from '../media/feature'
import { feature as membership } from '../membership/feature'
import { feature as messenger } from '../messenger/feature'
import { feature as polls } from '../polls/feature'
import { feature as sessions } from '../sessions/feature'
import { feature as system } from '../system/feature'
import { feature as tasks } from '../tasks/feature'
import type { Feature } from '../work'
import { ground } from './ground'

/** Every feature of the product, and the ground that they stand on. The lists in this folder are made of these. */
export const features: readonly Feature[] = [
  ground,
  admin,
  bank,
  broadcasts,
  citizens,
  commands,
  elections,
  gazette,
  government,
  interviews,
  media,
  membership,
  messenger,
  polls,
  sessions,
  system,
  tasks,
]
