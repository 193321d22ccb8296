import { useFeatures } from '../../../app/features'
import screen from '../../../app/ErrorScreen.module.css'
import { ButtonLink, LineWork, Seal } from '../../../ui'
import classes from './Gate.module.css'

/** While it is looked up who is there. */
export function Verifying() {
  return (
    <div className={screen.screen} role="status">
      <Seal className={classes.waiting} />
      <p className={classes.words}>Verifying access...</p>
    </div>
  )
}

/** For citizens who hold no office. */
export function Restricted() {
  const { elections } = useFeatures()
  return (
    <div className={screen.screen}>
      <LineWork seed="the cabinet room" className={screen.ground} />
      <Seal fine className={screen.wallSeal} />
      <h1>Government Access Restricted</h1>
      <p>This room is for those who hold an office, and for administrators. Offices are won in the weekly election.</p>
      <div className={screen.actions}>
        <ButtonLink to="/">Return to Home</ButtonLink>
        {elections && (
          <ButtonLink to="/elections" variant="default">
            See the election
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
