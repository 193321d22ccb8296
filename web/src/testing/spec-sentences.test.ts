import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errorTable } from '@nation/domain/errors'
import type { ErrorCode } from '@nation/domain/errors'
import { describe, expect, it } from 'vitest'
import { walletTexts } from '../features/wallet/wallets'

/** Sentences of the requirements' lists of errors (sections 5, 6 and 8) that the server says, by their code. */
const served: readonly (readonly [ErrorCode, string])[] = [
  ['voting_not_eligible', 'You are not eligible to vote'],
  ['poll_closed', 'Poll is closed'],
  ['poll_option_missing', 'Please select an option'],
  ['poll_fields_missing', 'Please fill in all poll fields'],
  ['poll_close_forbidden', 'You do not have permission to close polls'],
  ['candidate_not_yours', 'Access Denied: You can only edit your own candidate profile'],
  ['candidate_not_found', 'Candidate not found'],
  ['official_not_found', 'Official not found'],
  ['citizen_not_found', 'Profile not found'],
  ['admin_only', 'Access Denied: Admin only'],
  ['unauthenticated', 'Authentication Required'],
  ['credentials_invalid', 'Invalid credentials'],
  ['file_type_invalid', 'Invalid file type. Please upload a JPEG, PNG, GIF, or WebP image.'],
  ['file_too_large', 'File too large. Maximum size is 10MB.'],
  ['upload_failed', 'Upload failed'],
  ['salary_invalid', 'Please enter a valid salary amount'],
  ['total_missing', 'Please set a total salary amount before starting the cycle.'],
  ['no_cycle', 'No payment scheduled'],
  ['broadcast_empty', 'Please enter a message'],
  ['interview_incomplete', 'Title and description are required'],
  ['interview_questions_missing', 'At least one question is required'],
  ['task_fields_missing', 'Please fill in title and description'],
  ['task_create_forbidden', 'You do not have permission to create tasks'],
  ['task_response_missing', 'Please enter a response'],
  ['president_only', 'Only the President can appoint staff members'],
  ['no_x_account', 'No Twitter account linked'],
  ['chain_unavailable', 'Failed to refresh token balance'],
  ['rate_limited', 'Rate limit exceeded. Please try again later.'],
  ['internal', 'Oops! Something went wrong'],
]

/** Sentences of the table that screens of the first load write out: the table itself would be loaded with them. */
const writtenOut: readonly (readonly [ErrorCode, string])[] = [
  ['internal', 'app/ErrorScreen.tsx'],
  ['unauthenticated', 'features/citizens/AuthWall.tsx'],
  ['unauthenticated', 'features/admin/panel-session.ts'],
  ['citizen_not_found', 'features/citizens/ProfilePage.tsx'],
  ['gazette_entry_not_found', 'features/gazette/EntryPage.tsx'],
  ['voting_not_eligible', 'features/elections/shared/use-eligibility.ts'],
  ['candidate_withdrawn', 'features/elections/shared/VoteButton.tsx'],
  ['election_cancelled', 'features/elections/shared/VoteButton.tsx'],
  ['candidate_not_found', 'features/elections/edit/EditProfile.tsx'],
  ['candidate_not_found', 'features/elections/candidate/CandidatePage.tsx'],
  ['candidate_incomplete', 'features/elections/form/draft.ts'],
  ['candidate_not_yours', 'features/elections/form/draft.ts'],
  ['candidacy_not_eligible', 'features/elections/create/EligibilityPanel.tsx'],
  ['candidate_exists', 'features/elections/create/CreateProfile.tsx'],
  ['election_not_found', 'features/elections/results/ResultsPage.tsx'],
  ['chain_unavailable', 'features/wallet/wallets.ts'],
  ['official_not_found', 'features/government/official/OfficialPage.tsx'],
  ['message_deleted', 'features/messenger/messenger-words.ts'],
  ['group_forbidden', 'features/messenger/rooms/live.ts'],
  ['recipient_blocked', 'features/messenger/pane/Request.tsx'],
]

/** Those that screens say of their own. */
const screens: readonly string[] = [
  'Please connect your Twitter account to vote',
  'Please select an option',
  'Not eligible to vote',
  'Are you sure you want to close this poll?',
  'Missing Information: Please fill in all required fields',
  'This attachment is required',
  'Access Denied: You can only edit your own candidate profile',
  'Invalid file type. Please upload a JPEG, PNG, GIF, or WebP image.',
  'File too large. Maximum size is 10MB.',
  'Please enter a valid salary amount',
  'Please enter a message',
  'Are you sure you want to delete this interview?',
  'Are you sure you want to delete this task?',
  'Failed to create task',
  'Failed to submit response',
  'Failed to delete task',
  'Error Loading Polls',
  'No Active Polls',
  'Check back later for new voting opportunities',
  'No Archived Polls',
  'No polls have been archived yet',
  'Poll Closed',
  'Failed to submit vote',
  'Failed to close poll',
  'Failed to create poll',
  'Failed to create interview',
  'Failed to remove profile picture',
  'Failed to update profile picture',
  'No Twitter account linked',
  'Failed to connect to server',
  'Failed to refresh Twitter data',
  'Failed to refresh data',
  'Failed to refresh token balance',
  'Twitter data refreshed successfully!',
  'Invalid credentials',
  'Authentication failed. Please try again.',
  'Failed to send broadcast',
  'Failed to update role',
  'Failed to update appointment',
  'Staff appointment updated successfully!',
  'No members found',
  'Connection cancelled by user',
  'Failed to connect wallet. Please try again.',
  'Failed to disconnect wallet. Please try again.',
  'Upload failed',
  'Invalid response from upload service',
  'Network error during upload',
  'Connection error. Please check your connection.',
  'Unable to send message. Please try again.',
  'Failed to start conversation',
  'Please sign in to use Messenger',
  'Select a chat to start messaging',
  'Something went wrong. Please refresh the page to try again.',
  'Oops! Something went wrong',
  'The republic encountered an unexpected error',
  'Payment Due!',
  'No payment scheduled',
  'No payment scheduled yet',
  'Admin will initiate the payment cycle',
  'Calculating...',
  'Already Voted',
  'Anonymous',
  'Back to Government Staff',
  'Be the first candidate!',
  'Changing...',
  'Connect wallet to access',
  'Connect with Twitter',
  'Copied to clipboard!',
  'Eligible Candidate',
  'Entering Nation',
  'Go Home',
  'Go to Elections',
  'Government Access Restricted',
  'How Democracy Works',
  'Just now',
  'Learn More',
  'Loading Official Profile...',
  'Locked',
  'No Active Interviews',
  'No active polls',
  'No candidates found for this position',
  'No data',
  'PnLs & Stats',
  'Position Vacant',
  'Response Submitted!',
  'Run for Office',
  'Search candidates...',
  'Start Voting',
  'Super Admin Access',
  'Switch Vote',
  'Switching...',
  'Token Update Required',
  'Try Again',
  'Vacant',
  'Verifying access...',
  'View Campaign',
  'View Elections',
  'View Full Size',
  'Vote For Candidate',
  'Vote submitted successfully!',
  'Voted',
  'Voting...',
  'Hold $ON',
  'Vote Weekly',
  'See Change',
  'Return to Home',
  'Return Home',
  'Refresh Page',
  'Refresh Balance',
  'Read the Rules',
  'Submit Vote',
  'Close Poll',
  'Contact Officials',
  'Send Message',
  'Follow on Twitter',
  'Total Candidates',
  'Elections Status',
  'Your Status',
  'Edit Profile',
  'Active Polls',
  'Archived Polls',
  'Election Building',
  'Government Building',
  'Vote Building',
  'Law Building',
  'Group Chats',
  'Direct Messages',
  'Admin Panel',
  'Government',
  'Connect Wallet',
  'Core Principles',
  'Voting Power System',
  'Membership Requirements',
  'Government Salaries',
  'Code of Conduct',
  'Total Citizens',
  'View Responses',
  'Constitution',
  'Profile Images',
  'Select Position',
  'Basic Information',
  'Campaign Information',
]

/** Those that the server says as part of an answer. */
const answers: readonly string[] = [
  'Poll created successfully!',
  'Poll closed successfully',
  'Task created successfully!',
  'Response submitted successfully!',
  'Task deleted successfully!',
]

const root = path.resolve(import.meta.dirname, '../../..')

/** The product's sources below these folders, with white space as a browser shows it. */
function sourcesOf(...folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\/|^app\/gallery\//.test(name))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
  )
  return files.join('\n').replaceAll(/\s+/g, ' ')
}

const web = sourcesOf('web/src', 'domain/src')
const server = sourcesOf('core/src', 'api/src', 'domain/src')

const escaped = (sentence: string) => sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** The sentence as a whole text of the program: between quotes, or between tags. */
const whole = (sentence: string) => new RegExp(`(['"\`]|>|} ) ?${escaped(sentence)} ?(['"\`]|<|\\$?\\{)`)
/** The sentence with another end than the specification's. */
const otherEnd = (sentence: string) =>
  new RegExp(
    `['"\`>] ?${escaped(sentence.replace(/[.!?]+$/, ''))}(?!${escaped(/[.!?]*$/.exec(sentence)![0])} ?['"\`<{])[.!?…]+ ?['"\`<]`,
  )

describe('the sentences of the specification', () => {
  it.each(served)('stand in the table of errors to the letter: %s', (code, sentence) =>
    expect(errorTable[code][1]).toBe(sentence),
  )

  it.each(writtenOut)('of the table, %s is written out as it stands there: %s', (code, file) =>
    expect(readFileSync(path.join(root, 'web/src', file), 'utf8').replaceAll(/\s+/g, ' ')).toContain(
      errorTable[code][1],
    ),
  )

  it.each(screens)('stand on the screens to the letter: %s', (sentence) => expect(whole(sentence).test(web)).toBe(true))

  it.each(answers)('are answered to the letter: %s', (sentence) => expect(whole(sentence).test(server)).toBe(true))

  it.each([...screens, ...answers, ...served.map(([, sentence]) => sentence)])(
    'are nowhere ended otherwise: %s',
    (sentence) => {
      expect(otherEnd(sentence).test(web)).toBe(false)
      expect(otherEnd(sentence).test(server)).toBe(false)
    },
  )

  it('name the wallet that is missing', () =>
    expect(walletTexts.install('phantom')).toBe('Please install Phantom wallet to continue'))

  it('are distinguished from others: or this test would find nothing', () => {
    expect(`x('Failed to submit vote.')`).not.toMatch(whole('Failed to submit vote'))
    expect(`x('Failed to submit vote.')`).toMatch(otherEnd('Failed to submit vote'))
    expect(`<p> Calculating... </p>`).toMatch(whole('Calculating...'))
    expect(`<p> Calculating... </p>`).not.toMatch(otherEnd('Calculating...'))
    expect(`<p>Calculating</p>`).not.toMatch(whole('Calculating...'))
  })
})
