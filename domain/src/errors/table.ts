/**
 * For each error code: its HTTP status and the sentence for the user (from requirements 2.8, or our own where they give
 * none). An optional second sentence is used when the error has details: `{name}` in it is replaced by the detail `name`.
 * Code compares error codes, never the text of a message.
 */
export const errorTable = {
  // the call itself
  unknown_call: [404, 'There is no such call.'],
  wrong_method: [405, 'This call does not take that method.'],
  malformed_json: [400, 'The body is not valid JSON.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The body must be JSON (content-type: application/json).'],
  invalid_input: [400, 'Some fields are missing or not valid.'],
  idempotency_key_reused: [409, 'This Idempotency-Key was already used with another body.'],
  idempotency_key_invalid: [400, 'An Idempotency-Key is 1 to 128 visible ASCII characters.'],
  rate_limited: [429, 'Rate limit exceeded. Please try again later.'],
  not_found: [404, 'Not found.'],
  conflict: [409, 'Another change was made at the same time. Please try again.'],
  command_conflict: [409, 'This was changed in the meantime. Please read the present version and decide again.'],
  command_online_only: [409, 'Roles and administrator rights can be changed only online.'],
  busy: [503, 'The nation is busy. Please try again in a moment.'],
  setting_changed: [
    409,
    'Another administrator changed this setting in the meantime. Please read the present value and decide again.',
  ],
  limit_out_of_bounds: [400, 'This number is outside the bounds of the limit.'],
  feature_off: [503, 'This feature is switched off at the moment.'],
  internal: [500, 'Oops! Something went wrong'],

  // who is calling
  unauthenticated: [401, 'Authentication Required'],
  token_expired: [401, 'Your sign-in has expired. Please sign in again.'],
  token_invalid: [401, 'This sign-in is not valid. Please sign in again.'],
  session_ended: [401, 'This session has ended. Please sign in again.'],
  session_reused: [401, 'This session was used from two places and has been ended. Please sign in again.'],
  forbidden: [403, 'Access Denied'],
  admin_only: [403, 'Access Denied: Admin only'],
  panel_only: [403, 'Please sign in to the admin panel for this.'],
  panel_administers: [403, 'The admin panel’s sign-in is only for administration. Please sign in with X for this.'],
  not_yourself: [403, 'You can only do this for yourself.'],
  wrong_origin: [403, 'This request came from another site.'],
  credentials_invalid: [401, 'Invalid credentials'],
  second_factor_missing: [
    403,
    'This account needs a second factor, and has none that works. Please ask the operator to create one with the command admin-create.',
  ],
  password_wrong: [403, 'This password is wrong.'],
  no_second_factor: [409, 'This account has no second factor, so it needs no recovery codes.'],
  device_not_found: [404, 'There is no such device.'],
  panel_session_not_found: [404, 'This session has ended already.'],
  code_wrong: [403, 'This code is wrong. Each code can be used only once.'],
  second_factor_not_begun: [409, 'This setup has expired. Please begin again.'],
  job_not_failed: [409, 'This failure is no longer open: its work was done, retried or given up in the meantime.'],
  job_is_owed: [409, 'This work must be done and cannot be given up. Please retry it.'],
  job_never_paused: [409, 'This job cannot be paused. Elections, the check of the books and erasures always run.'],
  job_not_by_hand: [409, 'This job starts automatically. It cannot be started by hand.'],
  job_is_paused: [409, 'This job is paused. Please resume it first.'],
  sign_in_mismatch: [400, 'This sign-in was not started in this browser. Please try again.'],
  sign_in_refused: [400, 'X did not confirm this sign-in. Please try again.'],
  x_unavailable: [502, 'X does not answer at the moment. Please try again.'],
  citizen_not_found: [404, 'Profile not found'],

  // promises
  promise_not_found: [404, 'There is no such goal or promise, or its author has not said anything about it yet.'],
  promise_not_yours: [
    403,
    'Only the official who was elected with this promise may report on it, and only while in office.',
  ],
  promise_rounds_spent: [409, 'You have reported on this promise 20 times. You cannot report on it again.'],
  promise_own_mark: [403, 'You cannot mark your own promise.'],
  promise_changed: [409, 'The official has changed the report in the meantime. Please read it and mark it again.'],

  // wallets and the chain
  wallet_proof_required: [400, 'Please sign with your wallet to prove that it is yours.'],
  wallet_proof_invalid: [
    400,
    'This signature does not prove that the wallet is yours. Please connect it and sign again.',
  ],
  wallet_proof_expired: [400, 'This request to sign has expired. Please sign again.'],
  wallet_proof_used: [409, 'This signature was used before. Please sign again.'],
  wallet_taken: [
    409,
    'This wallet is linked to another citizen. Unlink it there first, or connect another wallet here.',
  ],
  wallet_not_linked: [409, 'No wallet is linked to your citizenship yet. Please connect one first.'],
  chain_unavailable: [502, 'Failed to refresh token balance'],

  // elections
  election_not_found: [404, 'There is no such election.'],
  election_not_open: [409, 'This election has not opened yet.'],
  election_overlaps: [409, 'Another election is already planned for these dates.'],
  election_not_yours: [403, 'Only the citizen who planned this election or an administrator can cancel it.'],
  election_opened: [409, 'This election has opened and can no longer be cancelled.'],
  election_cancelled: [409, 'This election was cancelled before it opened.'],
  election_dates_invalid: [
    400,
    'An election opens 1 to 28 days from now, lasts at most 14 days, and each phase at least 12 hours.',
  ],
  phase_not_open: [409, 'Voting for this position has not opened yet.'],
  phase_closed: [409, 'Voting for this position has closed.'],
  voting_not_eligible: [403, 'You are not eligible to vote'],
  wrong_election: [409, 'This candidate stands in another election.'],
  candidate_not_found: [404, 'Candidate not found'],
  candidate_withdrawn: [409, 'This candidate has withdrawn.'],
  candidate_archived: [409, 'This candidacy is archived and can no longer be changed.'],
  candidate_exists: [409, 'You already have an active candidate profile.'],
  name_taken: [409, 'Another candidate for this office has a name that looks the same. Please change yours.'],
  name_of_official: [409, 'This looks like the name of an official. Please change it.'],
  candidate_rival: [
    403,
    'You stand, or stood, for the same office in this election. Another administrator has to decide on this candidacy.',
  ],
  removed_rival: [
    403,
    'You removed a candidate for this office in this election. You cannot stand for it before the next one.',
  ],
  candidate_not_yours: [403, 'Access Denied: You can only edit your own candidate profile'],
  candidacy_not_eligible: [403, 'You are not eligible to run for office yet.'],
  wallet_counted: [
    409,
    'This wallet counts for another citizen in this election. You can stand with it in the next one.',
  ],
  candidacies_closed: [409, 'Candidacies for this position have closed.'],
  candidate_incomplete: [400, 'Missing Information: Please fill in all required fields'],
  programme_closed: [409, 'Voting for this position has closed. The programme stays as it was voted on.'],
  programme_edits_spent: [
    409,
    'This programme was changed 50 times while citizens voted on it. It cannot be changed again.',
  ],
  candidate_version_not_found: [404, 'There is no such earlier version of this programme.'],
  candidacy_running: [409, 'This candidacy is not over yet.'],
  position_locked: [409, 'The position cannot be changed after the first vote.'],

  // broadcasts and the government
  broadcast_empty: [400, 'Please enter a message'],
  broadcast_end_invalid: [400, 'Please choose an end in the future, within a year.'],
  broadcast_not_found: [404, 'There is no such broadcast.'],
  official_not_found: [404, 'Official not found'],
  gazette_entry_not_found: [404, 'The gazette has no entry of this number.'],

  // polls
  poll_not_found: [404, 'There is no such poll.'],
  poll_sign_in: [401, 'Please connect your Twitter account to vote'],
  poll_closed: [409, 'Poll is closed'],
  poll_already_voted: [409, 'You have already voted on this poll, and poll votes are final.'],
  poll_option_missing: [400, 'Please select an option'],
  poll_option_changed: [409, 'This poll was changed in the meantime. Please read it again and choose.'],
  poll_fields_missing: [400, 'Please fill in all poll fields'],
  poll_options_alike: [400, 'Each option must differ from the others.'],
  poll_closing_date_invalid: [400, 'Please choose a closing date in the future, within a year.'],
  poll_locked: [409, 'This poll has votes. Only its closing date can still be changed.'],
  poll_close_forbidden: [403, 'You do not have permission to close polls'],
  poll_delete_forbidden: [403, 'Only the creator of a poll or an administrator can delete it.'],
  poll_export_forbidden: [403, 'Only the creator of a poll or an administrator can export it.'],

  // interviews
  interview_not_found: [404, 'There is no such interview.'],
  interview_closed: [409, 'This interview does not accept answers at the moment.'],
  interview_answered: [409, 'You have already responded to this interview.'],
  interview_answers_missing: [400, 'Please answer every question.'],
  interview_answers_stray: [400, 'These answers do not belong to the questions of this interview.'],
  interview_incomplete: [400, 'Title and description are required'],
  interview_questions_missing: [400, 'At least one question is required'],

  // tasks of the government
  task_not_found: [404, 'There is no such task.'],
  task_create_forbidden: [403, 'You do not have permission to create tasks'],
  task_change_forbidden: [403, 'Only the creator of this task or an administrator can change it.'],
  task_delete_forbidden: [403, 'Only the creator of this task or an administrator can delete it.'],
  task_fields_missing: [400, 'Please fill in title and description'],
  task_response_missing: [400, 'Please enter a response'],
  task_office_unknown: [400, 'There is no such office.'],
  task_due_invalid: [400, 'Please choose a due date in the future, within a year.'],
  task_completed: [409, 'This task is completed. It accepts responses and changes only after it is reopened.'],
  task_deleted: [409, 'This task was deleted.'],
  task_changed: [409, 'This task was changed in the meantime. Please read it again.'],

  // citizens, their files and their data
  file_missing: [400, 'Please choose a file.'],
  file_type_invalid: [415, 'Invalid file type. Please upload a JPEG, PNG, GIF, or WebP image.'],
  attachment_type_invalid: [415, 'Invalid file type. Please upload a PDF, XLSX, PNG, JPEG, GIF, WebP or MP4 file.'],
  file_too_large: [413, 'File too large. Maximum size is 10MB.'],
  image_too_large: [413, 'This picture has too many pixels. Please make it smaller.'],
  form_expected: [415, 'The body must be a form with a file (multipart/form-data).'],
  upload_limit: [429, 'You have reached the limit for uploads. Please try again later.'],
  upload_too_slow: [408, 'This upload came too slowly. Please try again on a better connection.'],
  upload_failed: [503, 'Upload failed'],
  picture_not_yours: [403, 'This picture is not one of your own uploads.'],
  no_x_account: [409, 'No Twitter account linked'],
  salary_waits: [
    409,
    'You are owed salary. Without your wallet it cannot be paid: wait until it is marked as paid, or give it up.',
    'You are owed {owed}. Without your wallet it cannot be paid: wait until it is marked as paid, or give it up.',
  ],
  last_administrator: [409, 'This is the last administrator. Please make another citizen an administrator first.'],
  president_only: [403, 'Only the President can appoint staff members'],
  office_taken: [
    409,
    'This office already has a holder. Remove the holder first.',
    'This office is held by {holder}, {how}. Remove them first.',
  ],
  already_official: [
    409,
    'This member holds another office. Remove them from it first.',
    '{holder} is {office} already. Remove them from it first.',
  ],
  no_office: [409, 'This member holds no office.'],
  other_office: [
    409,
    'This member now holds another office. Please check again.',
    '{holder} is now {office}. Please check again.',
  ],
  self_appointment: [403, 'You cannot appoint yourself to an office.'],
  not_in_office: [409, 'You do not hold this office any more.'],
  seats_changing: [409, 'All seats change at this moment. Please try again when the new government is seated.'],
  export_not_found: [404, 'There is no such copy of your data.'],
  export_not_ready: [409, 'Your copy is not ready yet.'],
  confirmation_mismatch: [400, 'Please type your handle exactly to confirm.'],

  // the messenger
  message_empty: [400, 'Please enter a message'],
  message_not_found: [404, 'There is no such message.'],
  message_deleted: [409, 'This message was deleted.'],
  message_edit_too_late: [409, 'A message can be edited for 15 minutes.'],
  message_not_yours: [403, 'Only the sender of this message can change it.'],
  message_id_reused: [409, 'Another message was already sent under this id.'],
  message_request_waits: [
    409,
    'The recipient has not accepted your message yet. You can write again when it is accepted.',
  ],
  requests_full: [
    409,
    'You have 20 requests that wait for an answer. You can ask another citizen as soon as one of them is answered.',
  ],
  read_marker_ahead: [409, 'There is no message with this number yet.'],
  conversation_not_found: [404, 'There is no such conversation.'],
  conversation_with_oneself: [400, 'Please choose another citizen to write to.'],
  group_forbidden: [403, 'This group is not open to you.'],
  recipient_gone: [409, 'This citizen has left the nation.'],
  recipient_blocked: [409, 'You have blocked this citizen. Unblock them to write to them.'],
  block_oneself: [400, 'You cannot block yourself.'],
  blocks_full: [409, 'You cannot block more citizens. Please unblock another one first.'],
  muted: [403, 'You cannot write at the moment.', 'You cannot write until {until}. The reason: {reason}'],
  mute_forbidden: [403, 'You cannot mute this citizen.'],
  moderator_rival: [
    403,
    'You stand, or stood, for the same office as this citizen in this election. Another moderator has to decide.',
  ],
  moderator_criticised: [
    403,
    'This message mentions or answers you. You can report it: another moderator has to decide.',
  ],
  report_oneself: [403, 'You cannot make or decide a report about yourself.'],
  report_not_found: [404, 'There is no such report.'],
  report_resolved: [409, 'This report was resolved already.'],

  // the bank
  salary_invalid: [400, 'Please enter a valid salary amount'],
  amount_invalid: [400, 'Please enter a valid amount'],
  total_missing: [409, 'Please set a total salary amount before starting the cycle.'],
  percentages_invalid: [400, 'The percentages must add up to 100, each from 0 to 100 with at most two decimals.'],
  cycle_running: [409, 'The payment cycle has been started already.'],
  no_cycle: [409, 'No payment scheduled'],
  payment_not_due: [409, 'The next payment is not due yet.'],
  government_not_seated: [
    409,
    'An election that ended before this payment was due has not been counted yet. Salaries are paid when its government is seated.',
  ],
  payment_not_found: [404, 'There is no such payment.'],
  payment_settled: [409, 'This payment is already marked as paid, with another reference.'],
  batch_invalid: [400, 'No payment was marked as paid, because some lines are wrong.'],
  batch_unusable: [400, 'No payment was marked as paid, because the file could not be used.'],
} as const satisfies Record<string, readonly [status: number, sentence: string, withFacts?: string]>

/** A code from the error table. */
export type ErrorCode = keyof typeof errorTable

/** One invalid field: where (`goals.1`), a machine's code, and a sentence. */
export interface ErrorDetail {
  path: string
  code: string
  message: string
}
