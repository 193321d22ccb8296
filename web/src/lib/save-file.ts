/** Saves a file under a name. */
export type Saver = (content: Blob, name: string) => void

let save: Saver = inBrowser

/** Lets files be saved in another way than the browser's: the console has a dialog of its own. Answers how to undo it. */
export function saveFilesBy(saver: Saver): () => void {
  const before = save
  save = saver
  return () => void (save = before)
}

/** Hands a file over, to be saved under a name. */
export function saveFile(content: Blob, name: string): void {
  save(content, name)
}

function inBrowser(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Once the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
