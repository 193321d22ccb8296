import { MantineProvider } from '@mantine/core'
import { usePageTitle } from '../../ui/use-page-title'
import { Page, PageHead } from '../../ui/Page'
import { nationTheme } from '../../ui/theme/theme'
import { Columns, Stack, Row } from '../../ui'
import classes from './Gallery.module.css'
import { specimens, type Specimen } from './specimens'

const schemes = ['light', 'dark'] as const

/** Every part of the nation's looks, in both schemes side by side; pages one below the other. Only where the nation is developed. */
export default function Gallery() {
  usePageTitle('Gallery')
  return (
    <Page>
      <PageHead title="Gallery">Every part of the component library, in light and in dark.</PageHead>
      <Columns narrowest="30rem" gap={5}>
        {schemes.map((scheme) => (
          <Board key={scheme} scheme={scheme} shown={specimens.filter(({ wide }) => !wide)} />
        ))}
      </Columns>
      <Stack gap={5} className={classes.pages}>
        {schemes.map((scheme) => (
          <Board key={scheme} scheme={scheme} part="pages" shown={specimens.filter(({ wide }) => wide)} />
        ))}
      </Stack>
    </Page>
  )
}

interface BoardProps {
  scheme: 'light' | 'dark'
  /** What the ids of the board's elements begin with, where a scheme has several boards. */
  part?: string
  shown: readonly Specimen[]
}

/** Specimens in one scheme, whatever the page's own is. */
function Board({ scheme, part = 'parts', shown }: BoardProps) {
  const id = `board-${part}-${scheme}`
  return (
    <Stack
      id={id}
      aria-label={`${part === 'parts' ? 'Parts' : 'Pages'} in ${scheme}`}
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
        {shown.map(({ name, show: Show }) => (
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
