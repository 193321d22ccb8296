import { contextBridge, ipcRenderer } from 'electron'
import { makeBridge } from './bridge'

contextBridge.exposeInMainWorld('nation', makeBridge(ipcRenderer))
