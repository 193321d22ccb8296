import { rights } from '../platform'
import type { Feature } from '../work'
import { Interview, InterviewAnswer, InterviewQuestion, InterviewResponse } from './interview.entity'
import { openInterviewsCounter, responsesCounter } from './interviews-counter'

/** What interviews add to the nation. */
export const feature: Feature = {
  entities: [Interview, InterviewQuestion, InterviewResponse, InterviewAnswer],
  tables: {
    interview_answers: rights.passing,
    interview_questions: rights.facts,
    interview_responses: rights.passing,
    interviews: rights.kept,
  },
  counters: [openInterviewsCounter, responsesCounter],
}
