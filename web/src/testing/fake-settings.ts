import type { CallAnswer } from '@nation/domain/contract'
import { limitNames, limitRules } from '@nation/domain/system'
import type { LimitName, SocialLink } from '@nation/domain/system'
import type { FakeNation } from './fake-nation'
import { refuse } from './fake-nation'

interface Setting<Value> {
  value: Value | null
  version: number
  changedBy: string | null
}

/** The limits and the links of a nation in memory; they change as the panel changes them. */
export function fakeSettings(now: number, user: { readonly username: string }) {
  const untouched = () => ({ value: null, version: 0, changedBy: null })
  const limits: Record<LimitName, Setting<number>> = { minFollowers: untouched(), candidacyTokens: untouched() }
  const links: Setting<readonly SocialLink[]> = untouched()
  const valueOf = (limit: LimitName) => limits[limit].value ?? limitRules[limit].initial
  const changeOf = ({ version, changedBy }: Setting<unknown>) => ({
    version,
    changedBy,
    changedAt: version === 0 ? null : now,
  })
  const listed = (): CallAnswer<'system.panel-settings'> => ({
    success: true,
    limits: limitNames.map((limit) => ({
      limit,
      value: valueOf(limit),
      ...limitRules[limit],
      ...changeOf(limits[limit]),
    })),
    links: {
      list: (links.value ?? []).map((link) => ({ ...link })),
      configured: [],
      set: links.value !== null,
      ...changeOf(links),
    },
  })
  const change = <Value>(setting: Setting<Value>, version: number, value: Value | null) => {
    if (setting.version !== version)
      return refuse(409, 'setting_changed', 'Another administrator changed this setting.')
    Object.assign(setting, { value, version: version + 1, changedBy: user.username })
    return listed()
  }
  const answers: FakeNation['answers'] = {
    'system.panel-settings': listed,
    'system.set-limit': ({ limit, value, version }) => change(limits[limit], version, value),
    'system.set-links': ({ links: list, version }) => change(links, version, list),
  }
  const shown = () => ({
    limits: Object.fromEntries(limitNames.map((limit) => [limit, valueOf(limit)])) as Record<LimitName, number>,
    links: (links.value ?? []).map((link) => ({ ...link })),
  })
  return { limits, links, shown, answers }
}
