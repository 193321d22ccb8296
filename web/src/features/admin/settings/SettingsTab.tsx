import { sentenceOf } from '../../../lib/api/api-error'
import { Columns, ErrorState, Loading, Stack, Text } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { SwitchesTab } from '../switches/SwitchesTab'
import { LimitForm } from './LimitForm'
import { LinksForm } from './LinksForm'
import { useSettings } from './use-settings'

/** What operators set without a new version: features, limits of the rules, and links to elsewhere (decision 99). */
export function SettingsTab() {
  return (
    <Stack gap={7}>
      <Stack as="section" gap={4} aria-labelledby="settings-features">
        <Text as="h3" id="settings-features" step={2}>
          Features
        </Text>
        <SwitchesTab />
      </Stack>
      <Stored />
    </Stack>
  )
}

function Stored() {
  const settings = useSettings()
  if (settings.isError && !settings.data) {
    return (
      <ErrorState
        title="Limits and links could not be read"
        onRetry={() => void settings.refetch()}
        retrying={settings.isFetching}
      >
        {sentenceOf(settings.error)} Nothing was changed.
      </ErrorState>
    )
  }
  if (!settings.data) {
    return (
      <Loading label="Loading limits and links">
        <Stack gap={4}>
          <Text as="h3" step={2}>
            Limits
          </Text>
          <Columns narrowest="22rem" gap={4}>
            <SkeletonCard height="16rem" panel />
            <SkeletonCard height="16rem" panel />
          </Columns>
        </Stack>
      </Loading>
    )
  }
  const { limits, links } = settings.data
  return (
    <>
      <Stack as="section" gap={4} aria-labelledby="settings-limits">
        <Text as="h3" id="settings-limits" step={2}>
          Limits
        </Text>
        <Columns narrowest="22rem" gap={4}>
          {limits.map((one) => (
            <LimitForm key={one.limit} state={one} />
          ))}
        </Columns>
      </Stack>
      <Stack as="section" gap={4} aria-labelledby="settings-links">
        <Text as="h3" id="settings-links" step={2}>
          Links
        </Text>
        <LinksForm state={links} />
      </Stack>
    </>
  )
}
