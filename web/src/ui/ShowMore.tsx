import { Button } from '@mantine/core'
import { useRef } from 'react'
import { ErrorState } from './ErrorState'
import { rememberEnd, useFocusGoesOn } from './focus-past'

interface Props {
  pages: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    /** Whether the further page that was asked for could not be read. */
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => unknown
  }
  /** What there is more of, in the plural and as a sentence begins: 'More polls'. */
  more: string
  /** What went wrong, in a sentence, when it did. */
  failure: string
  /** What the button says; 'Show more' without it. */
  label?: string
  size?: 'sm'
  className?: string | undefined
}

/** The way to the next page, while there is one. Where it could not be read, that is said, and the same button tries again. */
export function ShowMore({ pages, more, failure, label = 'Show more', size, className }: Props) {
  const first = useRef<(() => HTMLElement | null) | null>(null)
  const goes = useFocusGoesOn(() => first.current?.())
  if (!pages.hasNextPage) return null
  return (
    <>
      {pages.isFetchNextPageError && (
        <ErrorState title={`${more} could not be loaded`} compact>
          {failure}
        </ErrorState>
      )}
      <Button
        ref={goes}
        variant="default"
        className={className}
        loading={pages.isFetchingNextPage}
        onClick={({ currentTarget }) => {
          first.current = rememberEnd(currentTarget)
          void pages.fetchNextPage()
        }}
        {...(size && { size })}
      >
        {pages.isFetchNextPageError ? 'Try Again' : label}
      </Button>
    </>
  )
}
