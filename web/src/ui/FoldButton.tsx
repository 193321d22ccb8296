import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'
import classes from './FoldButton.module.css'

interface Props extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Whether what it unfolds is shown. */
  open: boolean
}

/** Shows and hides what follows it. Its chevron says that it does, and its edge lines up with what is around it. */
export const FoldButton = ({ open, ...button }: Props) => (
  <Button
    variant="default"
    size="sm"
    {...button}
    aria-expanded={open}
    rightSection={<IconChevronDown size={18} aria-hidden="true" className={classes.chevron} />}
  />
)
