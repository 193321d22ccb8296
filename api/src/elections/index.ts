export { candidateRead, resultsRead } from './elections.calls'
