import { contextBridge, ipcRenderer } from 'electron'
import { CHANNELS } from '../ipc/contract'
import type { NationBridge } from '../ipc/contract'

const nation: NationBridge = {
  version: () => ipcRenderer.invoke(CHANNELS.version) as Promise<string>,
}

contextBridge.exposeInMainWorld('nation', nation)
