import '@mantine/core/styles/Chip.layer.css'
import { Chip } from '@mantine/core'
import classes from './Choices.module.css'
import { Row } from '../parts/parts'

interface Props<Id extends string> {
  /** What is chosen here. It is read aloud; a form shows it, too, as the label that its fields have. */
  legend: string
  labelled?: boolean
  choices: readonly { readonly id: Id; readonly label: string }[]
  chosen: Id
  choose: (id: Id) => void
}

/** A few things of which one is shown, as a row of pills: radio buttons, so that arrow keys choose. */
export function Choices<Id extends string>({ legend, labelled = false, choices, chosen, choose }: Props<Id>) {
  return (
    <Row as="fieldset" gap={2}>
      <legend className={labelled ? classes.legend : 'visually-hidden'}>{legend}</legend>
      <Chip.Group multiple={false} value={chosen} onChange={(id) => choose(id)}>
        {choices.map(({ id, label }) => (
          <Chip
            key={id}
            value={id}
            classNames={{ root: classes.root, input: classes.input, label: classes.choice, iconWrapper: classes.mark }}
          >
            {label}
          </Chip>
        ))}
      </Chip.Group>
    </Row>
  )
}
