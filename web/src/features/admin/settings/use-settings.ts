import type { CallAnswer } from '@nation/domain/contract'
import { queryClient } from '../../../lib/query/query'
import { usePanelCall, usePanelChange } from '../panel-session'

export type PanelSettings = CallAnswer<'system.panel-settings'>
export type LimitState = PanelSettings['limits'][number]
export type LinksState = PanelSettings['links']

/** How often the settings are asked for again, in milliseconds; a live event is faster, where one comes. */
const EVERY = 30_000

export const useSettings = () => usePanelCall('system.panel-settings', {}, EVERY)

/** All that reads differently once a setting was changed. */
const stale = ['system.panel-settings', 'system.settings'] as const

/** The settings are read again after a change; until then, its answer says how they are. */
const show = (answer: PanelSettings) =>
  // Only where they are read: the panel's session may have ended meanwhile, and what it read with it.
  void queryClient.setQueriesData<PanelSettings>({ queryKey: ['system.panel-settings'] }, answer)

export const useSetLimit = () => usePanelChange('system.set-limit', stale, show)

export const useSetLinks = () => usePanelChange('system.set-links', stale, show)
