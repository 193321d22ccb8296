import { MantineProvider } from '@mantine/core'
import { usePageTitle } from '../../ui/use-page-title'
import { Page, PageHead } from '../../ui/Page'
import { nationTheme } from '../../ui/theme/theme'
import { Columns, Stack, Row } from '../../ui'
import classes from './Gallery.module.css'
import { specimens } from './specimens'

const schemes = ['light', 'dark'] as const

/** Every part of the nation's looks, in both schemes side by side. Only where the nation is developed. */
export default function Gallery() {
  usePageTitle('Gallery')
  return (
    <Page>
      <PageHead title="Gallery">Every part of the component library, in light and in dark.</PageHead>
      <Columns narrowest="30rem" gap={5}>
        {schemes.map((scheme) => (
          <Board key={scheme} scheme={scheme} />
        ))}
      </Columns>
    </Page>
  )
}

/** All specimens in one scheme, whatever the page's own is. */
function Board({ scheme }: { scheme: 'light' | 'dark' }) {
  const id = `board-${scheme}`
  return (
    <Stack
      id={id}
      aria-label={`In ${scheme}`}
      as="section"
      gap={5}
      pad={5}
      top
      tone="ink"
      className={classes.board}
      data-mantine-color-scheme={scheme}
    >
      <MantineProvider
        theme={nationTheme}
        forceColorScheme={scheme}
        cssVariablesSelector={`#${id}`}
        getRootElement={() => document.getElementById(id) ?? undefined}
        deduplicateCssVariables={false}
        withGlobalClasses={false}
      >
        {specimens.map(({ name, show: Show }) => (
          <Stack key={name} as="figure" gap={3} className={classes.specimen}>
            <figcaption>{name}</figcaption>
            <Row gap={3} align="center" className={classes.stand}>
              <Show />
            </Row>
          </Stack>
        ))}
      </MantineProvider>
    </Stack>
  )
}
