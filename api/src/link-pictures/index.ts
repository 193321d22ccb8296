export { candidateShare, citizenShare, officialShare, readDay, sharePath, todaysId, weekShare } from './contents'
