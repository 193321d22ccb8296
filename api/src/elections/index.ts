export { candidateRead, currentElectionRead, resultsRead } from './elections.calls'
