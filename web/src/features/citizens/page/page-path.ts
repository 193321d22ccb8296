/** Where a public page is, by its number (decision 92). */
export const pagePath = (number: string): string => `/citizen/${number}`
