/**
 * Whether a text is a number that a public page may have: the last eight characters of its citizen's id in capitals, or twelve
 * where another page has those (decision 92).
 */
export const isPageNumber = (text: string): boolean => /^(?:[0-9A-F]{8}|[0-9A-F]{12})$/.test(text)
