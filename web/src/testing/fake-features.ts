import type { CallAnswer } from '@nation/domain/contract'
import { featureNames, panelSwitches } from '@nation/domain/system'
import type { FeatureName } from '@nation/domain/system'
import type { FakeNation } from './fake-nation'
import { fakeSettings } from './fake-settings'

/** What is switched off, and what the nation answers about it; `off` changes as the panel switches. */
export function fakeFeatures(now: number, user: { readonly username: string }, first: readonly FeatureName[]) {
  const off = new Set(first)
  const switched = new Set<FeatureName>()
  const stored = fakeSettings(now, user)
  const changeable: readonly FeatureName[] = panelSwitches
  const listed = (): CallAnswer<'system.features'> => ({
    success: true,
    features: featureNames.map((feature) => ({
      feature,
      enabled: !off.has(feature),
      changeable: changeable.includes(feature),
      changedAt: switched.has(feature) ? now : null,
      changedBy: switched.has(feature) ? user.username : null,
    })),
  })
  const answers: FakeNation['answers'] = {
    'system.settings': () => ({
      success: true,
      token: {
        mint: 'DemoDVnQBEMe5vhpWyzcjSbHo8LK5BJDLtRUKbGhLxGW',
        version: 'v2_new_token',
        symbol: '$ON',
        decimals: 9,
      },
      network: 'mainnet-beta',
      features: Object.fromEntries(featureNames.map((name) => [name, !off.has(name)])) as Record<FeatureName, boolean>,
      ...stored.shown(),
    }),
    ...stored.answers,
    'system.features': listed,
    'system.set-feature': ({ feature, enabled }) => {
      if (enabled) off.delete(feature)
      else off.add(feature)
      switched.add(feature)
      return listed()
    },
  }
  return { off, answers }
}
