import { Seal } from '@nation/web/ui'
import styles from './Welcome.module.css'

/** What the console's page shows where no console is around it. */
export function Welcome() {
  return (
    <main className={styles.page}>
      <Seal className={styles.seal} label="The great seal of Nation" fine />
      <h1 className={styles.title}>Nation</h1>
      <p className={styles.subtitle}>Operator console</p>
      <p className={styles.version} role="status">
        Opened in a browser
      </p>
    </main>
  )
}
