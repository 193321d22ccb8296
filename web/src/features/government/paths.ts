/** Where an official's profile is; former ones keep theirs. */
export const officialPath = (userId: string): string => `/gov-official/${userId}`

/** The part of an official's page that shows what became of their promises. */
export const promisesId = 'promises'

/** Where one reads what became of an official's promises. */
export const promisesPath = (userId: string): string => `${officialPath(userId)}#${promisesId}`

/** Where everybody who held an office is. */
export const officePath = (office: string): string => `/office/${office}`

/** Where the whole government is. */
export const governmentPath = '/gov-staff'

/** Where one writes to officials. No link leads there until the screen is built (`useBuilt`). */
export const messengerPath = '/messenger'

/** Where the conversation with an official opens. */
export const writeToPath = (userId: string): string => `${messengerPath}?to=${userId}`
