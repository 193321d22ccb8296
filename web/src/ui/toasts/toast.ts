import { create } from 'zustand'

export type ToastKind = 'success' | 'warning' | 'error' | 'info'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly message: string
  /** What is said beside it, such as why something failed. */
  readonly detail?: string | undefined
  /** Milliseconds on screen; 0 stays until closed (requirements 1.4). */
  readonly duration: number
}

interface ToastState {
  readonly toasts: readonly Toast[]
}

export const DEFAULT_TOAST_DURATION = 5000

/** What is announced at the moment. */
export const useToasts = create<ToastState>(() => ({ toasts: [] }))

let lastId = 0

function show(kind: ToastKind, message: string, duration = DEFAULT_TOAST_DURATION, detail?: string): number {
  const toast: Toast = { id: ++lastId, kind, message, duration, ...(detail !== undefined && { detail }) }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((other) => other.message !== message), toast].slice(-4),
  }))
  return toast.id
}

/** Announces something for five seconds, or as long as said. Answers the id, with which it can be closed. */
export const toast = {
  success: (message: string, duration?: number) => show('success', message, duration),
  warning: (message: string, duration?: number) => show('warning', message, duration),
  error: (message: string, { duration, detail }: { duration?: number; detail?: string | undefined } = {}) =>
    show('error', message, duration, detail),
  info: (message: string, duration?: number) => show('info', message, duration),
  close: (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) })),
}
