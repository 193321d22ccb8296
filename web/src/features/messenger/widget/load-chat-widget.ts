/** The floating chat, loaded when a page has drawn itself. */
export const loadChatWidget = () => import('./ChatWidget')
