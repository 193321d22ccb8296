import { can, type MessengerGroup, type Who } from '@nation/domain/permissions'

/** The channels of the floating chat, with what their tabs say (requirements 2.2). */
export const widgetChannels = [
  { id: 'citizens', label: 'Citizens' },
  { id: 'government', label: 'Government' },
  { id: 'executives', label: 'Executives' },
] as const satisfies readonly { id: MessengerGroup; label: string }[]

export type WidgetChannel = (typeof widgetChannels)[number]['id']

/** The channels that the viewer may enter: as the messenger's groups (requirements 2.6). */
export const channelsOf = (who: Who) => widgetChannels.filter(({ id }) => can(who, 'messenger.enter', { group: id }))
