import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Button, Modal } from '@mantine/core'
import { createContext, use, useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { confirm, loadConfirmDialog } from './confirm/confirm'
import classes from './Dialog.module.css'
import { useLeaveBlocker, useOnLeaving } from './leaving'
import { Row } from './parts/parts'

interface Props {
  title: string
  children: ReactNode
  onClose: () => void
  /** Width, where the usual one is too narrow for what is inside. */
  size?: string
  /**
   * Whether something was written in it: a click beside it is ignored then, and every other way out of it asks first, also a step back in
   * the history and the end of the tab (decision 142).
   */
  unsaved?: boolean
  /** Whether a click beside it closes it; it does unless something was written. */
  closesBeside?: boolean
}

const CloseDialog = createContext<() => void>(() => {})

/**
 * A modal dialog in the nation's dress. Load it by `onDemand`: overlays are no part of the first load. It closes when the page beneath it
 * is left.
 */
export function Dialog({ title, children, onClose, size, unsaved = false, closesBeside = !unsaved }: Props) {
  useFocusGoesBack()
  const onTop = useOnTop()
  const close = async () => {
    if (unsaved && !(await confirm(discard))) return false
    onClose()
    return true
  }
  useLeaveBlocker(() => unsaved, { blocks: (_, __, isStep) => isStep, ask: close })
  useOnLeaving(onClose)
  useEffect(() => {
    // While the connection is there: the question is asked when something could be lost.
    if (unsaved) void loadConfirmDialog().catch(() => {})
  }, [unsaved])
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={title}
      centered
      closeOnEscape={onTop}
      closeOnClickOutside={closesBeside}
      {...(size !== undefined && { size })}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.5 }}
      transitionProps={{ duration: 160 }}
    >
      <CloseDialog value={() => void close()}>{children}</CloseDialog>
    </Modal>
  )
}

const discard = {
  title: 'Discard what you wrote?',
  message: 'It was not saved, and is gone when you close this.',
  confirm: 'Discard',
  cancel: 'Keep writing',
  danger: true,
} as const

/** The button that leaves a dialog and does nothing: it asks first where something was written. */
export function DialogCancel() {
  return (
    <Button variant="default" onClick={use(CloseDialog)}>
      Cancel
    </Button>
  )
}

/** The buttons of a dialog: at its foot, and in view while what is above them scrolls. The last thing inside the dialog or its form. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <Row gap={3} justify="end" className={classes.foot}>
      {children}
    </Row>
  )
}

const useOpenDialogs = create<{ readonly ids: readonly string[] }>(() => ({ ids: [] }))

/** Whether no dialog lies over this one: Escape closes the one on top, and leaves those below. */
function useOnTop(): boolean {
  const id = useId()
  useEffect(() => {
    useOpenDialogs.setState(({ ids }) => ({ ids: [...ids, id] }))
    return () => useOpenDialogs.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }))
  }, [id])
  return useOpenDialogs(({ ids }) => ids.length === 0 || ids.at(-1) === id)
}

/** Closing the dialog returns the focus to where it was opened. (Modal does so only when it is closed, not when it is taken away.) */
function useFocusGoesBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Once the dialog is gone; unless the focus went to something else meanwhile.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
