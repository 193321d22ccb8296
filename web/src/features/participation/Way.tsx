import type { ReactNode } from 'react'
import { isOn, useFeatures } from '../../lib/feature-flags'
import { useBuilt } from '../../lib/built'
import { Button, ButtonLink, LineWork, Stack, Text } from '../../ui'
import classes from './Way.module.css'

interface Props {
  to: string
  title: string
  sign: ReactNode
  /** What the button says once there is a screen behind it. */
  action: string
  /** Who, when, and what counts. */
  terms: readonly (readonly [term: string, meaning: string])[]
  /** The way that is offered before the others. */
  first?: boolean
  children: ReactNode
}

/**
 * One way to take part, as a slip to tear off. Where its screen is not built yet, or an operator has switched it off, it says
 * so and leads nowhere.
 */
export function Way({ to, title, sign, action, terms, first = false, children }: Props) {
  const built = useBuilt()(to)
  const off = !isOn(to, useFeatures())
  return (
    <li className={classes.way} data-closed={built ? undefined : ''}>
      <article className={classes.slip} aria-label={title}>
        <Stack gap={3} stage className={classes.head}>
          <LineWork seed={`participation ${title}`} kind="band" className={classes.band} />
          {sign}
          <Text as="h2" step={3} face="display">
            {title}
          </Text>
        </Stack>
        <Stack gap={4} className={classes.words}>
          {children}
        </Stack>
        <Stack as="dl" gap={2} top step={-1} className={classes.terms}>
          {terms.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </Stack>
        <div className={classes.stub}>
          {built ? (
            <ButtonLink to={to} fullWidth variant={first ? 'filled' : 'default'}>
              {action}
            </ButtonLink>
          ) : (
            <Button fullWidth disabled>
              {off ? 'Switched off at the moment' : 'Opens soon'}
            </Button>
          )}
        </div>
      </article>
    </li>
  )
}
