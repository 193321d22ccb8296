import { sessionLifetimes } from '@nation/domain/auth'
import { rights } from '../platform'
import { removedBefore, type Feature } from '../work'
import { PanelAccount, PanelSession } from './panel.entity'
import { PanelDevice, PanelRecoveryCode, PanelTry } from './panel-sign-in.entity'

const triesRetentionMs = 30 * 86_400_000

/** What the panel's accounts add to the nation. */
export const feature: Feature = {
  entities: [PanelAccount, PanelSession, PanelDevice, PanelRecoveryCode, PanelTry],
  tables: {
    panel_accounts: rights.passing,
    panel_devices: rights.passing,
    panel_recovery_codes: rights.passing,
    panel_sessions: rights.passing,
    panel_tries: rights.passing,
  },
  retention: [
    removedBefore('DELETE FROM panel_sessions WHERE expires_at < ? LIMIT 1000'),
    removedBefore('DELETE FROM panel_tries WHERE at < ? LIMIT 1000', triesRetentionMs),
    removedBefore('DELETE FROM panel_devices WHERE last_used_at < ? LIMIT 1000', sessionLifetimes.panelDevice),
  ],
}
