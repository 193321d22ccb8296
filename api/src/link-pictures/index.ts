export { candidateShare, citizenShare, officialShare, sharePath, weekShare } from './contents'
