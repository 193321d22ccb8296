import type { CallAnswer } from '@nation/domain/contract'
import type { OwnProfile } from '../lib/session/session'
import { fakeJobs } from './fake-jobs'
import { refuse } from './fake-nation'
import type { FakeNation } from './fake-nation'

type Managed = CallAnswer<'admin.users'>['users'][number]
type Sent = CallAnswer<'broadcast.get-messages'>['messages'][number]

/** The password that opens the panel of a nation in memory. */
export const fakePassword = 'correct horse'

/** What an authenticator reads of it. */
const fakeTotpAddress =
  'otpauth://totp/Nation:root?issuer=Nation&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'

const fakeCodes = () => Array.from({ length: 10 }, (_, place) => `7K2M-9QXD-4VTB-ZR${String(place).padStart(2, '0')}`)

function managed(user: OwnProfile, index: number): Managed {
  return {
    id: user.uid,
    uid: user.uid,
    username:
      index === 0 ? user.username : ['Milo Santos', 'Wale Adeyemi', 'Élodie Wiśniewski', 'Tiny Nakamura'][index - 1]!,
    twitterUsername: index === 0 ? user.twitterUsername : ['milo', 'wale_whale', 'elodie', 'tiny'][index - 1]!,
    profilePicture: index === 0 ? user.profilePicture : null,
    role: 'citizen',
    governmentRole: index === 2 ? 'financeMinister' : null,
    joinedAt: user.joinedAt - index * 86_400_000,
    twitterFollowers: 184 + index * 4_200,
    twitterVerified: false,
    isAdmin: index === 0,
    isSuperAdmin: false,
    isModerator: index === 1,
    isCandidate: index === 3,
    walletAddress: index === 2 ? '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' : null,
    tokenBalance: index === 2 ? 21_500_000 : 0,
    tokenBalanceUnits: index === 2 ? '21500000000000000' : '0',
    lastActive: user.joinedAt,
  }
}

type Work = CallAnswer<'admin.background-work'>['work'][number]

/** Long work in every state. */
function workOf(now: number): Work[] {
  const piece = (kind: string, state: Work['state'], done: number, total: number, rest: Partial<Work>): Work => ({
    kind,
    key: 'all',
    state,
    done,
    total,
    percentage: Math.floor((1000 * done) / total) / 10,
    perSecond: 410.2,
    remainingSeconds: null,
    startedAt: now - 120_000,
    updatedAt: now,
    finishedAt: null,
    error: null,
    ...rest,
  })
  return [
    piece('token.read-balances', 'running', 41_000, 100_000, {
      key: 'v2_new_token DemoDVnQBEMe',
      remainingSeconds: 144,
    }),
    piece('citizens.refresh-from-x', 'waiting', 30_000, 100_000, {
      perSecond: 0.4,
      error: 'X’s allowance is used up.',
    }),
    piece('elections.read-roll', 'done', 1_240, 1_240, {
      key: '2026-11-23T00:00:00.000Z',
      finishedAt: now - 3_600_000,
      percentage: 100,
    }),
  ]
}

/** An account whose password another person guesses at. */
function securityOf(now: number): CallAnswer<'admin.security'> {
  const device = (place: number, label: string, used: number) => ({
    id: `01890a5d-ac96-774b-a002-00000000000${place}`,
    label,
    createdAt: now - 40 * 86_400_000,
    lastUsedAt: now - used,
    current: place === 1,
  })
  return {
    success: true,
    username: 'root',
    secondFactor: true,
    recoveryCodes: { left: 9, madeAt: now - 40 * 86_400_000 },
    previousSignInAt: now - 3 * 86_400_000,
    failedTries: { tries: 14, networks: 3, firstAt: now - 2 * 86_400_000, lastAt: now - 600_000 },
    sessions: [
      {
        id: '01890a5d-ac96-774b-a003-000000000001',
        device: 'Firefox on Linux',
        createdAt: now - 60_000,
        expiresAt: now + 8 * 3_600_000,
        current: true,
      },
      {
        id: '01890a5d-ac96-774b-a003-000000000002',
        device: 'Safari on iOS',
        createdAt: now - 3_600_000,
        expiresAt: now + 7 * 3_600_000,
        current: false,
      },
    ],
    devices: [device(1, 'Firefox on Linux', 0), device(2, 'Safari on iOS', 6 * 86_400_000)],
  }
}

/** What the nation answers to the panel. */
export function adminAnswers(user: OwnProfile, now: number): FakeNation['answers'] {
  const uidOf = (index: number) => user.uid.slice(0, -4) + String(1000 + index)
  const users = [0, 1, 2, 3, 4].map((index) => ({
    ...managed(user, index),
    ...(index > 0 && { uid: uidOf(index), id: uidOf(index) }),
  }))
  const security = securityOf(now)
  const sent: Sent[] = [
    {
      id: '01890a5d-ac96-774b-a001-000000000001',
      message: 'Voting for the ministries opens on Thursday at noon.',
      type: 'info',
      isActive: true,
      createdBy: user.username,
      createdAt: now - 3_600_000,
      endsAt: null,
      deletedBy: null,
      deletedAt: null,
    },
    {
      id: '01890a5d-ac96-774b-a001-000000000002',
      message: 'The treasury is being counted.',
      type: 'warning',
      isActive: false,
      createdBy: user.username,
      createdAt: now - 90_000_000,
      endsAt: null,
      deletedBy: user.username,
      deletedAt: now - 80_000_000,
    },
  ]
  return {
    'admin.authenticate': ({ password }) =>
      password === fakePassword
        ? {
            success: true,
            token: 'panel',
            expiresAt: now + 3_600_000,
            adminId: user.uid,
            farewell: 'farewell',
            message: 'Welcome.',
          }
        : refuse(401, 'credentials_invalid', 'Invalid credentials'),
    'admin.logout': () => ({ success: true }),
    'admin.security': () => ({ ...security, devices: [...security.devices], sessions: [...security.sessions] }),
    'admin.end-session': ({ sessionId }) => {
      security.sessions = security.sessions.filter(({ id }) => id !== sessionId)
      return { success: true, sessionId }
    },
    'admin.begin-second-factor': ({ password, totp, recoveryCode }) => {
      if (password !== fakePassword) return refuse(403, 'password_wrong', 'This password is wrong.')
      if (security.secondFactor && totp !== '123456' && recoveryCode === undefined)
        return refuse(403, 'code_wrong', 'This code is wrong. Each code can be used only once.')
      return { success: true, totpAddress: fakeTotpAddress }
    },
    'admin.confirm-second-factor': ({ totp }) => {
      if (totp !== '654321') return refuse(403, 'code_wrong', 'This code is wrong. Each code can be used only once.')
      security.secondFactor = true
      security.sessions = security.sessions.filter(({ current }) => current)
      security.recoveryCodes = { left: 10, madeAt: now }
      return { success: true, recoveryCodes: fakeCodes() }
    },
    'admin.revoke-device': ({ deviceId }) => {
      security.devices = security.devices.filter(({ id }) => id !== deviceId)
      return { success: true, deviceId }
    },
    'admin.renew-recovery-codes': ({ password, totp, recoveryCode }) => {
      if (password !== fakePassword) return refuse(403, 'password_wrong', 'This password is wrong.')
      if (totp !== '123456' && recoveryCode === undefined)
        return refuse(403, 'code_wrong', 'This code is wrong. Each code can be used only once.')
      security.recoveryCodes = { left: 10, madeAt: now }
      return { success: true, recoveryCodes: fakeCodes() }
    },
    'admin.background-work': () => ({ success: true, work: workOf(now), now }),
    ...fakeJobs(now),
    'admin.users': ({ search = '', filter = 'all' }) => {
      const found = users.filter(
        (one) =>
          `${one.username} ${one.twitterUsername}`.toLowerCase().includes(search.toLowerCase()) &&
          (filter !== 'admins' || one.isAdmin) &&
          (filter !== 'moderators' || one.isModerator) &&
          (filter !== 'government' || one.governmentRole !== null),
      )
      return { success: true, users: found, total: found.length, totalIsMinimum: false, nextCursor: null }
    },
    'admin.update-role': ({ userId, isAdmin, isModerator }) => {
      const found = users.find((one) => one.uid === userId)
      if (!found) return refuse(404, 'citizen_not_found', 'Profile not found')
      Object.assign(found, isAdmin !== undefined && { isAdmin }, isModerator !== undefined && { isModerator })
      return { success: true, user: { ...found } }
    },
    'members.update-role': ({ userId, governmentRole }) => {
      const found = users.find((one) => one.uid === userId)
      if (!found) return refuse(404, 'citizen_not_found', 'Profile not found')
      found.governmentRole = governmentRole === 'citizen' ? null : governmentRole
      return { success: true, member: { ...found } }
    },
    'broadcast.get-messages': () => ({ success: true, messages: sent.map((one) => ({ ...one })), nextCursor: null }),
    'broadcast.create': ({ message, type = 'info', endsAt = null }) => {
      const made: Sent = {
        ...sent[0]!,
        id: `01890a5d-ac96-774b-a001-${String(sent.length + 1).padStart(12, '0')}`,
        message,
        type,
        isActive: true,
        createdAt: now,
        endsAt,
        deletedAt: null,
        deletedBy: null,
      }
      sent.unshift(made)
      return { success: true, broadcast: made }
    },
    'broadcast.delete': ({ messageId }) => {
      const found = sent.find((one) => one.id === messageId)
      if (!found) return refuse(404, 'broadcast_not_found', 'There is no such broadcast.')
      Object.assign(found, { isActive: false, deletedAt: now, deletedBy: user.username })
      return { success: true, messageId }
    },
  }
}
