/** Saves a text that the page holds as a file. */
export function saveText(filename: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // Once the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
