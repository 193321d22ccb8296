import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { LinkProps } from 'react-router-dom'

/** A link that looks like a button: it goes somewhere, so it is announced as a link. */
export function ButtonLink(props: ButtonProps & Omit<LinkProps, 'style' | 'color'>) {
  return <Button component={Link} {...props} />
}
