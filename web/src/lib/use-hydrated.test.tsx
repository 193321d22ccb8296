import { act } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { useHydrated, useServed } from './use-hydrated'

let root: Root | undefined
const place = document.body.appendChild(document.createElement('div'))
const beginnings: string[] = []

function Part({ name }: { name: string }) {
  const [hydrated, served] = [useHydrated(), useServed()]
  if (!beginnings.some((one) => one.startsWith(name))) beginnings.push(`${name}: ${hydrated ? 'own' : 'as served'}`)
  return <p>{`${name} ${hydrated ? 'knows' : 'waits'} ${served ? 'served' : 'drawn'}`}</p>
}

function Page() {
  const [more, setMore] = useState(false)
  return (
    <>
      <Part name="near" />
      <Suspense>
        <Part name="far" />
      </Suspense>
      <button onClick={() => setMore(true)}>More</button>
      {more && <Part name="new" />}
    </>
  )
}

const words = () => [...place.querySelectorAll('p')].map(({ textContent }) => textContent)

afterEach(() => act(() => root?.unmount()))

it('a part that is taken over after the others begins as it was served, too; a new one begins as this browser draws it', async () => {
  place.innerHTML = renderToString(<Page />)
  expect(words()).toEqual(['near waits served', 'far waits served'])
  beginnings.length = 0
  const differences: unknown[] = []
  await act(async () => {
    root = hydrateRoot(place, <Page />, { onRecoverableError: (error) => differences.push(error) })
  })
  act(() => place.querySelector('button')?.click())
  expect(words()).toEqual(['near knows served', 'far knows served', 'new knows drawn'])
  expect(beginnings).toEqual(['near: as served', 'far: as served', 'new: own'])
  expect(differences).toEqual([])
})
