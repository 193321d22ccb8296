import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { deleteFakeFolders, fakeParts } from './fake-parts'

it('leaves no folder behind, also where something was written', () => {
  const folders = [fakeParts(), fakeParts()].map(({ seen }) => seen.folder)
  for (const folder of folders) writeFileSync(path.join(folder, 'profiles.json'), '[]')
  deleteFakeFolders()
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false])
})
