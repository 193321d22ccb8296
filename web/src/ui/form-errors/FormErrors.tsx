import { Text } from '../parts/parts'
import classes from './FormErrors.module.css'
import type { FormErrorsOf } from './use-form-errors'

type Props = Pick<FormErrorsOf, 'wrong' | 'sentence' | 'goTo'>

/**
 * What keeps a form from being sent, at its top and in view while the form is: a sentence, and links to the fields where more than one
 * is wrong. What is wrong with a field is said beside it alone.
 */
export function FormErrors({ errors: { wrong, sentence, goTo } }: { errors: Props }) {
  const several = wrong.length > 1
  const heading = sentence ?? (several ? `${wrong.length} fields need another look` : null)
  return (
    <div role="alert" data-form-errors="" tabIndex={-1} className={classes.errors}>
      {heading !== null && (
        <Text as={several ? 'h3' : 'p'} step={0} tone="danger" strong breaks>
          {heading}
        </Text>
      )}
      {several && (
        <ul aria-label="Fields that need another look">
          {wrong.map(({ field, label }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  goTo(field)
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
