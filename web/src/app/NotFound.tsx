import { ButtonLink, LineWork, Row } from '../ui'
import classes from '../ui/whole-screen.module.css'
import { useFeatures } from '../lib/feature-flags'
import { usePageTitle } from '../ui/use-page-title'

/** No such page. */
export default function NotFound() {
  usePageTitle()
  const { elections } = useFeatures()
  return (
    <div className={classes.screen}>
      <LineWork seed="404" className={classes.ground} />
      <h1>Page not found</h1>
      <p>There is no page at this address.</p>
      <Row gap={3} justify="center" fills>
        <ButtonLink to="/">Go Home</ButtonLink>
        {elections && (
          <ButtonLink to="/elections" variant="default">
            View Elections
          </ButtonLink>
        )}
      </Row>
    </div>
  )
}
