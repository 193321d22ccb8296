// What the app and other features use of the messenger.
export { AdminMessages } from './admin-chat/AdminMessages'
export { CommunicationTab } from './admin-chat/CommunicationTab'
export { useAdminChat, useHearsAdminChat } from './admin-chat/use-admin-chat'
export type { AdminMessage } from './admin-chat/use-admin-chat'
export { reportsPath, roomPath } from './paths'
export { loadChatWidget } from './widget/load-chat-widget'
