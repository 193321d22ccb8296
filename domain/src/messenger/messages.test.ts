import { describe, expect, it } from 'vitest'
import { errorTable } from '../errors'
import { messageLimits } from './messages'

describe('The sentences about messages', () => {
  it('name the limits that the rules have', () => {
    expect(errorTable.requests_full[1]).toContain(`${messageLimits.openRequests} requests`)
    expect(errorTable.message_edit_too_late[1]).toContain(`${messageLimits.editMs / 60_000} minutes`)
  })
})
