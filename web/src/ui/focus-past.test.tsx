import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFocusGoesOn } from './focus-past'

interface Shown {
  names: readonly string[]
  /** Whose button is gone, while the item is still there. */
  done?: string
}

function Remove({ name }: { name: string }) {
  return <button ref={useFocusGoesOn()}>Remove {name}</button>
}

const List = ({ names, done }: Shown) => (
  <section>
    <h2>Files</h2>
    <ul>
      {names.map((name) => (
        <li key={name}>
          <a href={`/${name}`}>{name}</a> {name !== done && <Remove name={name} />}
        </li>
      ))}
    </ul>
    <button>Add</button>
  </section>
)

/** What has the focus once the page is drawn anew, after a button had it. */
async function afterwards(focused: string, before: Shown, after: Shown): Promise<string | null | undefined> {
  const { rerender } = render(<List {...before} />)
  screen.getByRole('button', { name: focused }).focus()
  await act(async () => rerender(<List {...after} />))
  return document.activeElement?.textContent
}

it.each([
  ['stays in the item whose button has gone', ['a', 'b'], { names: ['a', 'b'], done: 'a' }, 'a'],
  ['goes to the next item when its own has gone', ['a', 'b'], { names: ['b'] }, 'b'],
  ['goes to the one before when it was the last', ['b', 'a'], { names: ['b'] }, 'b'],
  ['goes to the heading when nothing is left', ['a'], { names: [] }, 'Files'],
] as const)('the focus %s', async (_, names, after, expected) => {
  expect(await afterwards('Remove a', { names }, after)).toBe(expected)
})

it('a focus that is elsewhere stays there', async () => {
  expect(await afterwards('Add', { names: ['a', 'b'] }, { names: ['b'] })).toBe('Add')
})
