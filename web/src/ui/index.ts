/** The nation's looks: theme, parts and engravings. Desktop uses the same. */
export { Button } from '@mantine/core'
export { ActiveBadge, Badge, OfficeBadge, RoleBadge, VerifiedHolder } from './Badge'
export { ButtonLink } from './ButtonLink'
export { Skeleton } from './Skeleton'
export { CitizenAvatar, initialsOf } from './CitizenAvatar'
export { classNames } from './class-names'
export { ClockProvider, useClock, useNow, useNowAmong } from './clock'
export type { Clock } from './clock'
export { rememberItem, take, useFocusGoesOn } from './focus-past'
export { confirm, confirmDeletion } from './confirm/confirm'
export type { Question } from './confirm/confirm'
export { Confirmations } from './confirm/Confirmations'
export { Countdown } from './Countdown'
export { EmptyState } from './EmptyState'
export { ErrorBoundary } from './ErrorBoundary'
export type { ErrorFallback } from './ErrorBoundary'
export { ErrorState } from './ErrorState'
export { LineWork, Strands } from './LineWork'
export { engravedBand, rosette } from './guilloche'
export type { EngravedLine, Engraving } from './guilloche'
export { FormErrors } from './form-errors/FormErrors'
export { useFormErrors } from './form-errors/use-form-errors'
export type { Problems } from './form-errors/use-form-errors'
export { Instant } from './Instant'
export { LiveNumber } from './LiveNumber'
export { Loading } from './Loading'
export { officeLooks, officeStyle, stateStyle } from './offices'
export type { OfficeLook } from './offices'
export { Columns, Panel, Row, Stack, Text } from './parts/parts'
export { NotKnown } from './NotKnown'
export { HERO_PICTURE, Picture, PLACEHOLDER } from './Picture'
export { RelativeTime } from './RelativeTime'
export { Seal } from './Seal'
export { StatCard, StatRow } from './StatCard'
export { NationTheme } from './theme/NationTheme'
export {
  durationInWords,
  durationParts,
  inFull,
  instantInWords,
  timeAgo,
  votesInWords,
  votesWithWord,
} from '@nation/domain/formats'
export { dateInWords } from './dates'
export { Toasts } from './toasts/Toasts'
export { toast } from './toasts/toast'
export type { Toast, ToastKind } from './toasts/toast'
