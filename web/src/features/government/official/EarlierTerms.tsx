import { OfficeBadge, Text } from '../../../ui'
import { howItEnded, termDates, wonBy } from '../term-words'
import type { OfficialTerm } from '../types'
import classes from './EarlierTerms.module.css'

/** What the official was before; nothing for a first term. */
export function EarlierTerms({ terms }: { terms: readonly OfficialTerm[] }) {
  if (terms.length === 0) return null
  return (
    <section aria-labelledby="earlier-terms">
      <h2 id="earlier-terms" className={classes.title}>
        Earlier terms
      </h2>
      <ol className={classes.terms}>
        {terms.map((term) => (
          <li key={`${term.startedAt} ${term.office}`} className={classes.term}>
            <OfficeBadge role={term.office} title={term.title} />
            <Text as="span" step={-1} strong figures>
              {termDates(term)}
            </Text>
            <Text as="span" tone="faint" step={-1} className={classes.how}>
              {wonBy(term)} {term.endedHow !== 'election' && howItEnded(term)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  )
}
