import type { Session, WebContents } from 'electron'
import { contentSecurityPolicy, isOwn } from './navigation'

/** Keeps a window's contents at home: no other pages, no windows, no embedded views. */
export function guardContents(contents: WebContents, home: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', (event) => {
    if (!isOwn(event.url, home)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!isOwn(event.url, home)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url, home)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Refuses every permission (camera, location, notifications, devices), and downloads. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
}

/** Puts the policy on the development server's pages; the console's own scheme brings it along. */
export function guardDevelopment(session: Session, developmentServer: string): void {
  const policy = contentSecurityPolicy(developmentServer)
  session.webRequest.onHeadersReceived(({ responseHeaders }, answer) => {
    answer({ responseHeaders: { ...responseHeaders, 'Content-Security-Policy': [policy] } })
  })
}
