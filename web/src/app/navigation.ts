export interface NavigationItem {
  readonly to: string
  readonly label: string
}

/** The header's destinations, in the order of the spec. An item appears here once its route is built. */
export const headerItems: readonly NavigationItem[] = [
  { to: '/', label: 'HOME' },
  { to: '/gov-staff', label: 'GOV STAFF' },
  { to: '/elections', label: 'ELECTIONS' },
]

/** The footer's destinations. */
export const footerItems: readonly NavigationItem[] = [
  { to: '/gov-staff', label: 'Government' },
  { to: '/elections', label: 'Elections' },
]
