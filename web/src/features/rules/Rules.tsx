import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Page } from '../../ui/Page'
import { usePageTitle } from '../../ui/use-page-title'
import { Button, LineWork, Seal, Stack, Row, Text } from '../../ui'
import { Article } from './Article'
import { constitution } from './constitution'
import classes from './Rules.module.css'

const allIds = constitution.map((section) => section.id)

/** The constitution: a document whose sections open and close (requirements 1.2). */
export default function Rules() {
  usePageTitle()
  const { open, toggle, openAll, closeAll } = useSections()
  const whole = open.length === allIds.length
  return (
    <Page>
      <Stack gap={6} className={classes.layout}>
        <nav className={classes.contents} aria-label="Contents">
          <p className={classes.contentsTitle}>Contents</p>
          <ol>
            {constitution.map(({ id, numeral, title }) => (
              <li key={id}>
                <Link to={`#${id}`} replace preventScrollReset>
                  <span aria-hidden="true">{numeral.startsWith('Article') ? numeral.slice(8) : '·'}</span> {title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className={classes.document}>
          <Stack as="header" gap={4} justify="center" centred stage className={classes.head}>
            <LineWork seed="constitution of the nation" kind="band" className={classes.band} />
            <Seal fine className={classes.seal} />
            <Text as="h1" tone="state" face="display" className={classes.title}>
              Constitution
            </Text>
            <Text tone="ink" step={1} className={classes.preamble}>
              We, who hold this nation together by choice, give ourselves these rules, so that power is lent and not
              owned, counted and not claimed, and handed on every week.
            </Text>
          </Stack>
          <Row nowrap gap={2} justify="end" className={classes.tools}>
            <Button variant="subtle" size="xs" onClick={whole ? closeAll : openAll}>
              {whole ? 'Close all sections' : 'Open all sections'}
            </Button>
            <Button variant="subtle" size="xs" onClick={() => window.print()}>
              Print
            </Button>
          </Row>
          {constitution.map(({ Text, ...section }) => (
            <Article key={section.id} {...section} open={open.includes(section.id)} onToggle={() => toggle(section.id)}>
              <Text />
            </Article>
          ))}
          <Stack as="footer" gap={4} justify="start" tone="faint" step={-1} className={classes.foot}>
            <p>Every number above is read from the rules by which the nation’s servers decide.</p>
            <Text face="document" wide className={classes.machine} aria-hidden="true">
              {`C<NATION<<CONSTITUTION<<IN<FORCE${'<'.repeat(160)}`}
            </Text>
          </Stack>
        </div>
      </Stack>
    </Page>
  )
}

/** Which sections are open: the summary at first, and whichever the address names. */
function useSections() {
  const { hash, key } = useLocation()
  const named = hash.slice(1)
  const [open, setOpen] = useState<readonly string[]>(() => (allIds.includes(named) ? [named] : ['summary']))
  const [followed, setFollowed] = useState(key)
  if (followed !== key) {
    // The address was followed again: it opens what it names, also after that was closed.
    setFollowed(key)
    if (allIds.includes(named) && !open.includes(named)) setOpen([...open, named])
  }
  useEffect(() => {
    if (allIds.includes(named)) document.getElementById(named)?.scrollIntoView()
  }, [named, key])
  return {
    open,
    toggle: (id: string) => setOpen(open.includes(id) ? open.filter((other) => other !== id) : [...open, id]),
    openAll: () => setOpen(allIds),
    closeAll: () => setOpen([]),
  }
}
