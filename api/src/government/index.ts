export { officeRead, officialRead } from './government.calls'
