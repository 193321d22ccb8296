import { app, ipcMain } from 'electron'
import type { IpcMainInvokeEvent } from 'electron'
import { CHANNELS } from '../ipc/contract'
import type { NationBridge } from '../ipc/contract'
import { isOwn } from './navigation'

/** What the main process answers to each call of the bridge. */
const answers: NationBridge = {
  version: () => Promise.resolve(app.getVersion()),
}

/** Answers the bridge's calls, when they come from the top frame of the console's own page. */
export function answerBridge(home: string): void {
  for (const call of Object.keys(CHANNELS) as (keyof NationBridge)[]) {
    ipcMain.handle(CHANNELS[call], (event) => {
      if (!isTrusted(event, home)) throw new Error('This page may not ask.')
      return answers[call]()
    })
  }
}

function isTrusted({ senderFrame }: IpcMainInvokeEvent, home: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwn(senderFrame.url, home)
}
