import { MantineProvider } from '@mantine/core'
import { usePageTitle } from '../use-page-title'
import { Page, PageHead } from '../Page'
import { nationTheme } from '../../ui/theme/theme'
import classes from './Gallery.module.css'
import { specimens } from './specimens'

const schemes = ['light', 'dark'] as const

/** Every part of the nation's looks, in both schemes side by side. Only where the nation is developed. */
export default function Gallery() {
  usePageTitle('Gallery')
  return (
    <Page>
      <PageHead title="Gallery">Every part of the component library, in light and in dark.</PageHead>
      <div className={classes.boards}>
        {schemes.map((scheme) => (
          <Board key={scheme} scheme={scheme} />
        ))}
      </div>
    </Page>
  )
}

/** All specimens in one scheme, whatever the page's own is. */
function Board({ scheme }: { scheme: 'light' | 'dark' }) {
  const id = `board-${scheme}`
  return (
    <section id={id} aria-label={`In ${scheme}`} className={classes.board} data-mantine-color-scheme={scheme}>
      <MantineProvider
        theme={nationTheme}
        forceColorScheme={scheme}
        cssVariablesSelector={`#${id}`}
        getRootElement={() => document.getElementById(id) ?? undefined}
        deduplicateCssVariables={false}
        withGlobalClasses={false}
      >
        {specimens.map(({ name, show: Show }) => (
          <figure key={name} className={classes.specimen}>
            <figcaption>{name}</figcaption>
            <div className={classes.stand}>
              <Show />
            </div>
          </figure>
        ))}
      </MantineProvider>
    </section>
  )
}
