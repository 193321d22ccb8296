import type { WaitPlace } from '@nation/domain/participation'
import type { ComponentType } from 'react'

/** What a feature adds to the lists of the app: `feature.ts` of its folder exports it, and `web/src/app` makes the lists of them. */
export interface Feature {
  /** Its screens by the path of their route. Each one's code is loaded when it is first visited. */
  readonly screens: Readonly<Record<string, () => Promise<{ default: ComponentType }>>>
  /** Where header and footer lead to. */
  readonly to?: string
  /** What it is called in the header. */
  readonly label?: string
  /** What it is called in the footer. */
  readonly footer?: string
  /** What of a citizen's day waits there. */
  readonly waits?: WaitPlace
}
