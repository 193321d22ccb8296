export { governmentRead, officeRead, officialRead } from './government.calls'
