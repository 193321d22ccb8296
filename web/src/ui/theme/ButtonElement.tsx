import type { ComponentPropsWithRef, MouseEvent } from 'react'

interface Props extends ComponentPropsWithRef<'button'> {
  'data-loading'?: boolean
  'data-disabled'?: boolean
}

/**
 * The element of every button. One that waits for what it asked for (`loading`), or for something else for a moment
 * (`data-disabled`, not both), cannot be pressed and keeps the focus: a browser takes it from a disabled control for good.
 */
export function ButtonElement({ type = 'button', disabled = false, onClick, ...button }: Props) {
  // Mantine disables what loads, and marks what is off.
  const isHeld = disabled !== (button['data-disabled'] ?? false)
  return (
    <button
      {...button}
      type={type}
      disabled={disabled && !isHeld}
      aria-disabled={isHeld || button['aria-disabled']}
      onClick={isHeld ? refuse : onClick}
    />
  )
}

/** Enter in a field of a form presses the form's button, and is refused with it. */
function refuse(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
