/** Where an official's profile is; former ones keep theirs. */
export const officialPath = (userId: string): string => `/gov-official/${userId}`

/** Where the whole government is. */
export const governmentPath = '/gov-staff'

/** Where one writes to officials. No link leads there until the screen is built (`useBuilt`). */
export const messengerPath = '/messenger'
