import { expect, it } from 'vitest'
import { problemOfElectron } from './electron-support'

const known = ['42.9.9', '43.1.0', '44.0.0', '45.0.0', '45.3.4', '46.0.0-alpha.11']

it.each(['43.0.0', '44.2.1', '45.4.1'])('Electron %s is supported: it is of the three newest majors', (version) => {
  expect(problemOfElectron(version, known)).toBeNull()
})

it.each([
  ['42.9.9', 'Electron 42 is not supported any more: 43 is the oldest that is.'],
  ['9.1.0', 'Electron 9 is not supported any more: 43 is the oldest that is.'],
  ['46.0.0-alpha.11', 'Electron 46.0.0-alpha.11 is no stable version.'],
  ['46.0.0', 'The list of versions ends at Electron 45: update electron-to-chromium.'],
  ['latest', 'Electron latest is no stable version.'],
])('Electron %s is refused with its reason', (version, problem) => {
  expect(problemOfElectron(version, known)).toBe(problem)
})

it('a major of which only previews were published makes no other one old', () => {
  expect(problemOfElectron('43.0.0', [...known, '46.0.0-beta.1', '47.0.0-alpha.1'])).toBeNull()
  expect(problemOfElectron('43.0.0', [...known, '46.0.0'])).toContain('not supported any more')
})
