import { useUi } from '../store/ui'
import { log } from './log'

/** More calls than this within the window are worth a warning (requirements 2.9). */
const BURST = 10
const WINDOW = 5000

let recent: number[] = []

const ignore = () => {}

/** Notes a call of the API where the diagnostic setting asks for it. Answers what to call with its outcome. */
export function noteCall(method: string, url: string): (outcome: string | number) => void {
  if (!useUi.getState().diagnostics) return ignore
  const began = Date.now()
  recent = [...recent.filter((at) => began - at < WINDOW), began]
  if (recent.length === BURST + 1) log.warn(`More than ${BURST} calls in ${WINDOW / 1000} s`)
  return (outcome) => log.debug(`${method} ${url}: ${outcome} after ${Date.now() - began} ms`)
}

/** Turns the diagnostic setting on or off by the page's address: `?diagnostics=on`, `?diagnostics=off`. */
export function readDiagnostics(search: string): void {
  const asked = new URLSearchParams(search).get('diagnostics')
  if (asked === 'on' || asked === 'off') useUi.setState({ diagnostics: asked === 'on' })
}
