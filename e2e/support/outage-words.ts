import { expect } from '@playwright/test'

/** What browsers, and axe in them, write when the server is down; nothing else may have been complained of. */
export function allowOutage(complaints: string[]): void {
  for (const complaint of complaints.splice(0)) {
    expect(complaint).toMatch(
      /ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED|ERR_NETWORK_CHANGED|Failed to fetch|Couldn't load preload assets/,
    )
  }
}

/** What screens say of what they could not read while the server is down. */
export const outageAlarm = /could not be (loaded|read)|Error Loading Polls|Failed to refresh data/
