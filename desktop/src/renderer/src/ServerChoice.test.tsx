import { NationTheme } from '@nation/web/ui'
import { expectFormErrors } from '@nation/web/testing/expect-form-errors'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NationBridge } from '../../ipc/contract'
import { ServerChoice } from './ServerChoice'

let root: Root | undefined
const isActing = (acts: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: acts })
beforeEach(() => isActing(true))
afterEach(() => {
  act(() => root?.unmount())
  isActing(false)
})

const known = { id: 'home', name: 'Home', server: 'https://nation.example', database: 'nation-home', local: false }

/** The choice of a server before a main process that knows one server. */
async function open(profiles: Partial<NationBridge['profiles']> = {}) {
  const place = document.body.appendChild(document.createElement('div'))
  const bridge = {
    version: () => Promise.resolve('0.1.0'),
    profiles: {
      list: () => Promise.resolve({ profiles: [known], suggested: null, problem: null, unsent: {} }),
      choose: () => Promise.resolve(null),
      ...profiles,
    },
  } as unknown as NationBridge
  root = createRoot(place)
  await act(async () => {
    root?.render(
      <NationTheme>
        <ServerChoice bridge={bridge} />
      </NationTheme>,
    )
    await Promise.resolve()
  })
  const form = place.querySelector('form')!
  const press = (name: RegExp) =>
    act(async () => {
      const buttons = [...place.querySelectorAll<HTMLElement>('button')]
      buttons.find(({ textContent }) => name.test(textContent ?? ''))?.click()
      await Promise.resolve()
    })
  return { place, form, press }
}

describe('the form for another server', () => {
  it('asks for the address where there is none', async () => {
    const { form, press } = await open()
    await press(/^Add and open/)
    await expectFormErrors(form, ['Address', 'Please enter the address of a server'])
  })

  it('says at the address why it is not taken', async () => {
    const refused = 'Only https is taken.'
    const { form, press } = await open({ add: () => Promise.resolve({ refused }) })
    form.querySelector<HTMLInputElement>('[name=address]')!.value = 'http://nation.example'
    await press(/^Add and open/)
    await expectFormErrors(form, ['Address', refused])
  })

  it('says in a sentence that it could not be written down', async () => {
    const { form, press } = await open({ add: () => Promise.reject(new Error('disk')) })
    form.querySelector<HTMLInputElement>('[name=address]')!.value = 'https://nation.example'
    await press(/^Add and open/)
    expect(form.querySelector('[role=alert]')?.textContent).toBe('The server could not be written down.')
  })
})

it('A server that could not be removed stays in the list, and it is said', async () => {
  const { place, press } = await open({ remove: () => Promise.reject(new Error('disk')) })
  await press(/^Remove Home/)
  await press(/^Yes, remove Home/)
  const alerts = [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)
  expect(alerts).toContainEqual(expect.stringMatching(/^The server could not be removed\./))
  expect(place.querySelector('[aria-label=Servers]')?.textContent).toContain('Home')
})

it('A server that was removed in another window goes from the list when it is opened, and it is said', async () => {
  let isThere = true
  const { place, press } = await open({
    list: () => Promise.resolve({ profiles: isThere ? [known] : [], suggested: null, problem: null, unsent: {} }),
    choose: () => {
      isThere = false
      return Promise.reject(new Error('There is no such profile.'))
    },
  })
  await press(/^Open Home/)
  const alerts = [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)
  expect(alerts).toContain('The server could not be opened. It may have been removed in another window.')
  expect(place.querySelector('[aria-label=Servers]')).toBeNull()
})
