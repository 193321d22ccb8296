import type { ComponentPropsWithoutRef } from 'react'
import classes from './RadioRing.module.css'

/** A radio button of a choice that is a whole box: its label shows the focus, and says with `--dot` what colour the choice has. */
export const RadioRing = (input: Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'className'>) => (
  <input {...input} type="radio" className={classes.ring} />
)
