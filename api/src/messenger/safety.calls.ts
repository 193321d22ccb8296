import {
  administrators,
  block,
  getBlocks,
  getMutes,
  getReports,
  mute,
  report,
  resolveReport,
  setNotice,
  unblock,
  unmute,
} from '@nation/core/messenger'
import { read, type CitizenContext } from '@nation/core/platform'
import { citizenChange, citizenRead, raw, type Bindings } from '../frame'
import { typing } from './typing'

/** Who of the administrators is here. The caller is, also one whose browser has no event stream and asks every few seconds. */
const onlineAdmins = raw<'admin-chat.get-online-admins'>(
  async ({ deps, caller }) => {
    const admins = await read(deps.runtime, caller, (ctx) => administrators(ctx as CitizenContext))
    if (caller) await deps.presence.touch([caller.uid])
    const here = await deps.presence.among(admins.map(({ id }) => id))
    return { success: true, admins: admins.filter(({ id }) => here.has(id)) }
  },
  { needsCaller: true },
)

export const safetyBindings: Bindings = {
  'messenger.typing': typing,
  'admin-chat.get-online-admins': onlineAdmins,
  'messenger.block': citizenChange<'messenger.block'>(block),
  'messenger.unblock': citizenChange<'messenger.unblock'>(unblock),
  'messenger.get-blocks': citizenRead<'messenger.get-blocks'>(getBlocks),
  'messenger.set-notice': citizenChange<'messenger.set-notice'>(setNotice),
  'messenger.report': citizenChange<'messenger.report'>(report),
  'messenger.get-reports': citizenRead<'messenger.get-reports'>(getReports),
  'messenger.resolve-report': citizenChange<'messenger.resolve-report'>(resolveReport),
  'messenger.mute': citizenChange<'messenger.mute'>(mute),
  'messenger.unmute': citizenChange<'messenger.unmute'>(unmute),
  'messenger.get-mutes': citizenRead<'messenger.get-mutes'>(getMutes),
}
