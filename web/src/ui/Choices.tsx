import { useId } from 'react'
import classes from './Choices.module.css'

interface Props<Id extends string> {
  /** What is chosen here, for those who do not see it. */
  legend: string
  choices: readonly { readonly id: Id; readonly label: string }[]
  chosen: Id
  choose: (id: Id) => void
}

/** A few things of which one is shown, as a row of pills: radio buttons, so that arrow keys choose. */
export function Choices<Id extends string>({ legend, choices, chosen, choose }: Props<Id>) {
  const name = useId()
  return (
    <fieldset className={classes.choices}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ id, label }) => (
        <label key={id}>
          <input type="radio" name={name} checked={chosen === id} onChange={() => choose(id)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
