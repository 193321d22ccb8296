import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { usePanel } from '../features/admin/panel-session'
import { expectFormErrors } from './expect-form-errors'
import { formScenes } from './form-scenes'

/** Forms that are sent wrong in a test of their own, with `expectFormErrors`. */
const walkedElsewhere: Readonly<Record<string, string>> = {
  'features/messenger/pane/Composer.tsx': 'features/messenger/messenger.test.tsx',
  '../../desktop/src/renderer/src/ServerChoice.tsx': '../../desktop/src/renderer/src/ServerChoice.test.tsx',
}

/** Forms in which nothing can be wrong, and why. */
const withoutErrors: Readonly<Record<string, string>> = {
  'ui/confirm/DeletionDialog.tsx':
    'Its one field may stay empty and takes no more than its length; it answers a question and sends nothing itself.',
}

const source = path.resolve(import.meta.dirname, '..')
const readSource = (file: string) => readFileSync(path.join(source, file), 'utf8')

/** Where forms are written: the app, and the console's own pages around it. */
const folders = ['.', '../../desktop/src/renderer']

const filesIn = (folder: string) =>
  readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(folder, file.split(path.sep).join('/')),
  )

/** The files of the forms, each as often as it has forms. */
const forms = folders
  .flatMap(filesIn)
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .flatMap((file) => [...readSource(file).matchAll(/<form\b|(?:as|component)=\{?["']form["']/g)].map(() => file))

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

describe('every form', () => {
  it('is sent wrong in a test, or cannot be wrong', () => {
    const known = [
      ...formScenes.map(({ file }) => file),
      ...Object.keys(walkedElsewhere),
      ...Object.keys(withoutErrors),
    ]
    expect(known.sort().join('\n')).toBe(forms.sort().join('\n'))
  })

  it.each(Object.values(walkedElsewhere))('that has a test of its own is held to the same (%s)', (file) => {
    expect(readSource(file).includes('await expectFormErrors(')).toBe(true)
  })
})

describe.each(formScenes)('the form of $file, sent wrong ($wrong.0.0)', ({ open, wrong }) => {
  it('focuses its first wrong field, describes each, and lists them where there are several', async () => {
    const form = await open()
    const send = form.querySelector<HTMLElement>('button[type=submit]')!
    send.focus()
    fireEvent.click(send)
    await expectFormErrors(form, ...wrong)
  })
})
