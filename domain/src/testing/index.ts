export { costlyGrowth, costOf } from './cost'
export { hostileTexts } from './hostile-texts'
export { placesOf, type Place } from './places'
