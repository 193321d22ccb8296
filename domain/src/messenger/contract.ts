import { messengerContentCalls } from './content.contract'
import { conversationCalls } from './conversations.contract'
import { safetyCalls } from './safety.contract'
import { messengerSearchCalls } from './search.contract'

/** Every call of the messenger. */
export const messengerCalls = [
  ...conversationCalls,
  ...messengerContentCalls,
  ...safetyCalls,
  ...messengerSearchCalls,
] as const
