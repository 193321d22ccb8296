// What the app and other features use of the interviews.
export { InterviewsTab } from './manage/InterviewsTab'
