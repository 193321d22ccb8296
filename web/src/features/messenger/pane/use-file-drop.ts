import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** Whether a drag carries files; words and links go where the browser takes them. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Where the browser itself puts a file that is dropped there. */
const takesFiles = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('input[type="file"]') !== null

/** A file that is dropped where nothing takes it is not opened in the place of the page: what was being written would be gone. */
export function useFilesStayOut(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event) || takesFiles(event)) return
      event.preventDefault()
      event.dataTransfer!.dropEffect = 'none'
    }
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}

/**
 * Takes files that are dropped anywhere on the conversation that `inside` stands in. `take` null: they are refused, and the page is not
 * left for them.
 * @returns the conversation, while files that would be taken are held over it
 */
export function useFileDrop(
  inside: RefObject<Element | null>,
  take: ((files: FileList) => void) | null,
): Element | null {
  const [over, setOver] = useState<Element | null>(null)
  const latest = useRef(take)
  useLayoutEffect(() => void (latest.current = take), [take])
  useEffect(() => {
    const zone = inside.current?.closest<HTMLElement>('[data-pane]')
    if (!zone) return
    const stop = new AbortController()
    const on = (kind: 'dragover' | 'dragleave' | 'drop', hear: (event: DragEvent) => void) =>
      zone.addEventListener(kind, (event) => hasFiles(event) && hear(event), { signal: stop.signal })
    on('dragover', (event) => {
      event.preventDefault()
      event.dataTransfer!.dropEffect = latest.current ? 'copy' : 'none'
      setOver(latest.current && zone)
    })
    // Between two parts of the conversation it is not left.
    on('dragleave', ({ relatedTarget }) => zone.contains(relatedTarget as Node | null) || setOver(null))
    on('drop', (event) => {
      event.preventDefault()
      setOver(null)
      latest.current?.(event.dataTransfer!.files)
    })
    return () => stop.abort()
  }, [inside])
  return over
}
