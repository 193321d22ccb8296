import type { ComponentType, ReactNode, Ref } from 'react'
import { useImperativeHandle } from 'react'

interface Props<One> {
  readonly data: readonly One[]
  readonly children: (one: One, index: number) => ReactNode
  readonly ref: Ref<unknown>
  readonly item?: string | ComponentType<{ style: object; index: number; children: ReactNode }>
}

/** Stands in for virtua's list where nothing has a size: all lines are drawn. Which ones a window shows is tried in browsers. */
export function Virtualizer<One>({ data, children, ref, item: Item = 'li' }: Props<One>) {
  useImperativeHandle(ref, () => ({
    viewportSize: 600,
    findItemIndex: () => data.length - 1,
    getItemOffset: () => 0,
    getItemSize: () => 0,
  }))
  if (typeof Item === 'string') {
    return (
      <ol>
        {data.map((one, index) => (
          <li key={index}>{children(one, index)}</li>
        ))}
      </ol>
    )
  }
  return (
    <div>
      {data.map((one, index) => (
        <Item key={index} style={{}} index={index}>
          {children(one, index)}
        </Item>
      ))}
    </div>
  )
}
