import { Text } from '../parts/parts'
import classes from './FormErrors.module.css'
import type { FormErrorsOf } from './use-form-errors'

type Props = Pick<FormErrorsOf, 'wrong' | 'sentence' | 'goTo'>

/**
 * What keeps a form from being sent, beside its button: a sentence where there is one, and links to the fields where more than one is
 * wrong. One wrong field says by itself what is wrong.
 */
export function FormErrors({ errors: { wrong, sentence, goTo } }: { errors: Props }) {
  const several = wrong.length > 1
  return (
    <div role="alert" data-form-errors="" tabIndex={-1} className={classes.errors}>
      {sentence !== null && (
        <Text tone="danger" strong>
          {sentence}
        </Text>
      )}
      {several && (
        <>
          <Text as="h3" step={0}>
            {wrong.length} fields need another look
          </Text>
          <ul>
            {wrong.map(({ field, label, message }) => (
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
                : {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
