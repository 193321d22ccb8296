export { interviewRead } from './interviews.calls'
