import { initialLimits } from '@nation/domain/system'
import type { Limits } from '@nation/domain/system'
import { useCall } from '../query/query'

/**
 * The numbers of the rules that operators may change, as they are now: live, because a change makes this reading stale. Until the
 * nation has said otherwise they are as this version has them.
 */
export function useLimits(): Limits {
  return useCall('system.settings', {}).data?.limits ?? initialLimits
}
