import { can, messengerGroups, type MessengerGroup, type Who } from '../permissions'

/**
 * Where many talk: the four groups of the messenger, and the admin chat, which administrators write in the panel and
 * officials read in their dashboard (ruling: admin chat).
 */
export const channels = [...messengerGroups, 'admin-chat'] as const

export type Channel = (typeof channels)[number]

/** What a group says of itself in lists (requirements 2.3). `icon` is a name that screens know. */
export const groupTexts: Readonly<Record<MessengerGroup, { name: string; description: string; icon: MessengerGroup }>> =
  {
    citizens: { name: 'Citizens Chat', description: 'Every citizen of the nation', icon: 'citizens' },
    admins: { name: 'Admin Chat', description: 'Administrators', icon: 'admins' },
    executives: {
      name: 'Executive Chat',
      description: 'President, Prime Minister and Secretary of State',
      icon: 'executives',
    },
    government: { name: 'Government Chat', description: 'All officials', icon: 'government' },
  }

/** Who hears what is written in a channel: the audience of its events. It equals `mayRead`. */
export const audienceOfChannel = {
  citizens: 'citizens',
  admins: 'admins',
  executives: 'executives',
  government: 'officials',
  'admin-chat': 'officials',
} as const satisfies Record<Channel, string>

/** Whether a citizen may read a channel (requirements 2.6). */
export const mayRead = (who: Who, channel: Channel): boolean =>
  channel === 'admin-chat' ? can(who, 'admin-chat.read') : can(who, 'messenger.enter', { group: channel })

/** Whether a citizen may write in a channel. */
export const mayWrite = (who: Who, channel: Channel): boolean =>
  channel === 'admin-chat' ? can(who, 'admin-chat.write') : mayRead(who, channel)
