import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

interface Props {
  title: string
  children: ReactNode
  onClose: () => void
}

/** A modal dialog in the nation's dress. Load it on demand: overlays are no part of the first load. */
export function Dialog({ title, children, onClose }: Props) {
  useFocusGoesBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.5 }}
      transitionProps={{ duration: 160 }}
    >
      {children}
    </Modal>
  )
}

/** Whoever closes the dialog goes on where they opened it. (Modal does so only when it is closed, not when it is taken away.) */
function useFocusGoesBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Once the dialog is gone; unless somebody gave the focus to something else.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      })
    },
    [opener],
  )
}
