import { useCall } from '../../../lib/query/query'

/** When the next election opens, planned or automatically; undefined until it is read. */
export const useNextOpening = (): number | undefined => useCall('elections.current', {}).data?.nextOpening
