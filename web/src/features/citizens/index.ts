// What the app and other features use of the citizens.
export { AuthWall } from './AuthWall'
export { PersonPicker } from './PersonPicker'
export { SessionButton } from './SessionButton'
export { badgeOf } from './citizen-words'
export { PageLink } from './page/PageLink'
export { pagePath } from './page/page-path'
export { showFailedSignIn } from './sign-in-outcome'
