import { Button } from '@mantine/core'
import { useCopy } from './use-copy'

const says = { copied: 'Link copied', failed: 'Could not copy' } as const

/** Hands a page on: by the device's own way of sharing, or by copying the address. */
export function ShareButton({ title, path, size }: { title: string; path: string; size?: 'sm' }) {
  const [copied, copy] = useCopy()
  const share = () => {
    const url = new URL(path, location.origin).href
    if (!navigator.share) return copy(url)
    navigator.share({ title, url }).catch((error: unknown) => {
      // Closing the share sheet copies nothing.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy(url)
    })
  }
  return (
    <Button variant="default" {...(size && { size })} onClick={share}>
      <span role="status">{copied === null ? 'Share' : says[copied]}</span>
    </Button>
  )
}
