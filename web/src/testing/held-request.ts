import { vi } from 'vitest'

/** An XMLHttpRequest that is answered when the test says so. */
export class HeldRequest extends EventTarget {
  static last: HeldRequest
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  sent: FormData | null = null
  open = vi.fn()
  setRequestHeader = vi.fn()
  constructor() {
    super()
    HeldRequest.last = this
  }
  send(form: FormData): void {
    this.sent = form
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
    this.dispatchEvent(new Event('loadend'))
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text })
    this.dispatchEvent(new Event('load'))
    this.dispatchEvent(new Event('loadend'))
  }
}
