import { spawn } from 'node:child_process'
import path from 'node:path'
import type { RunningNation } from '@nation/dev/nation'
import type { Page } from '@playwright/test'

const start = path.resolve(import.meta.dirname, '../../dev/start.mjs')

/** A panel account for a citizen of a nation that has none, made by the command that operators use. */
export function makePanelAccount(nation: RunningNation, citizen: string, password: string): Promise<void> {
  const child = spawn(process.execPath, [start, 'admin-create', '--username', 'root', '--citizen', citizen], {
    env: { ...process.env, NATION_DATA_DIR: nation.dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(`${password}\n`)
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(output))))
  })
}

/** Opens a tab of the panel through its gate. A reload asks for the password again, and so does this. */
export async function openPanel(page: Page, tab: string, username: string, password: string): Promise<void> {
  await page.goto(`/admin?tab=${tab}`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Enter' }).click()
}
