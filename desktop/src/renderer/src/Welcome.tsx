import { Seal } from '@nation/web/ui'
import { useEffect, useState } from 'react'
import type { NationBridge } from '../../ipc/contract'
import styles from './Welcome.module.css'

/** What the console opens with: whose it is, and which version is running. */
export function Welcome({ bridge }: { bridge: NationBridge | undefined }) {
  const version = useVersion(bridge)
  return (
    <main className={styles.page}>
      <Seal className={styles.seal} label="The great seal of Nation" fine />
      <h1 className={styles.title}>Nation</h1>
      <p className={styles.subtitle}>Operator console</p>
      <p className={styles.version} role="status">
        {bridge ? version && `Version ${version}` : 'Opened in a browser'}
      </p>
    </main>
  )
}

function useVersion(bridge: NationBridge | undefined): string | undefined {
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    let isHere = true
    bridge?.version().then(
      (answer) => isHere && setVersion(answer),
      () => isHere && setVersion('unknown'),
    )
    return () => void (isHere = false)
  }, [bridge])
  return version
}
