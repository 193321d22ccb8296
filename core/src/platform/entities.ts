import { PanelAccount, PanelSession } from '../admin/panel.entity'
import { Session } from '../auth/session.entity'
import { Citizen } from '../citizens/citizen.entity'

/** Every entity of the product. */
export const entities = [Citizen, Session, PanelAccount, PanelSession]
