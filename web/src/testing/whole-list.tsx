import type { ReactNode, Ref } from 'react'
import { useImperativeHandle } from 'react'

interface Props<One> {
  readonly data: readonly One[]
  readonly children: (one: One, index: number) => ReactNode
  readonly ref: Ref<unknown>
}

/** Stands in for virtua's list where nothing has a size: all lines are drawn. Which ones a window shows is tried in browsers. */
export function Virtualizer<One>({ data, children, ref }: Props<One>) {
  useImperativeHandle(ref, () => ({
    viewportSize: 600,
    findItemIndex: () => data.length - 1,
    scrollToIndex: () => {},
  }))
  return (
    <ol>
      {data.map((one, index) => (
        <li key={index}>{children(one, index)}</li>
      ))}
    </ol>
  )
}
