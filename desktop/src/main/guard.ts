import { isOwn } from './navigation'
import type { AppPart, ContentsPart, Navigation, SessionPart } from './parts'

/** Keeps a window's contents at home: no other pages, no windows, no embedded views. */
export function guardContents(contents: ContentsPart): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  const stayHome = (event: Navigation) => {
    if (!isOwn(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stayHome)
  contents.on('will-frame-navigate', stayHome)
  contents.on('will-redirect', stayHome)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Refuses every permission (camera, location, notifications, devices), and downloads: files are saved through the native dialog. */
export function guardSession(session: SessionPart): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
}

/** A certificate that is not trusted stays so; the user cannot accept it. */
export function guardCertificates(app: AppPart): void {
  app.on('certificate-error', (event, _contents, _address, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
}
