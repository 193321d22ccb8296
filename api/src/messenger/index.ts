export { messageContents } from './live'
export { followTyping } from './typing'
