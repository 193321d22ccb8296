import { allFeaturesOn } from '@nation/domain/system'
import type { FeatureName, Features } from '@nation/domain/system'
import { useMemo } from 'react'
import type { RouteObject } from 'react-router-dom'
import { useCall } from './query/query'

/** What is on (ruling: feature flags). Until the nation has said otherwise, everything is. The same object while it is the same. */
export function useFeatures(): Features {
  const { data } = useCall('system.settings', {})
  const { elections, voting, admin } = data?.features ?? allFeaturesOn
  return useMemo(() => ({ elections, voting, admin }), [elections, voting, admin])
}

/** Screens by the first part of their path. */
const gates: Readonly<Record<string, FeatureName>> = { elections: 'elections', vote: 'voting', admin: 'admin' }

/** The feature that a path belongs to, if it belongs to one. */
export const featureOfPath = (path: string): FeatureName | undefined => gates[path.split('/').find(Boolean) ?? '']

/** Whether what belongs to a feature, or to none, is on. */
export const isFeatureOn = ({ feature }: { readonly feature?: FeatureName | undefined }, features: Features): boolean =>
  feature === undefined || features[feature]

/** Whether what a path leads to is on. */
export const isOn = (path: string, features: Features): boolean =>
  isFeatureOn({ feature: featureOfPath(path) }, features)

/** The screens of what is on: whatever leads to another is hidden, as what is not built is. */
export function useOpenScreens(screens: readonly RouteObject[], features: Features): readonly RouteObject[] {
  return useMemo(() => screens.filter(({ path = '' }) => isOn(path, features)), [screens, features])
}
