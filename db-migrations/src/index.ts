export { writeEventRules } from './event-rules'
export { migrations } from './migrations'
export { grantServing, namesOf, unlistedTables } from './serving-account'
