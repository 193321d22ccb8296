import type { DataSource } from 'typeorm'
import { Session } from '../sessions/session.entity'
import { Citizen } from '../citizens/citizen.entity'
import { countIn } from '../citizens/citizen-words'
import { newPublicId, type SignedIn } from '../platform'
import { aTuesday } from './database'

let made = 0

/** A citizen who may vote and stand, with whatever the test says otherwise. */
export async function aCitizen(database: DataSource, overrides: Partial<Citizen> = {}): Promise<Citizen> {
  const number = ++made
  const joinedAt = overrides.joinedAt ?? aTuesday
  const citizen = Object.assign(new Citizen(), {
    uid: newPublicId(joinedAt),
    xId: String(1_000_000 + number),
    handle: `citizen_${number}`,
    username: `Citizen ${number}`,
    avatarUrl: null,
    portraitUrl: null,
    customPictureUrl: null,
    followers: 500,
    verified: false,
    xCreatedAt: new Date('2020-03-01T00:00:00.000Z'),
    xRefreshedAt: joinedAt,
    walletAddress: `wallet${number}`,
    tokenBalance: '100000000000000',
    role: 'citizen',
    governmentRole: null,
    isAdmin: false,
    isSuperAdmin: false,
    joinedAt,
    xMissingSince: null,
    leftAt: null,
    votesFrom: null,
    lastLoginAt: null,
    lastActiveAt: null,
    createdAt: joinedAt,
    updatedAt: joinedAt,
    ...overrides,
  })
  const settled = await database.getRepository(Citizen).save(citizen)
  if (settled.leftAt === null) await countIn(database.manager, settled)
  return settled
}

/** That citizen as a caller who is signed in. */
export function signedIn(citizen: Citizen, overrides: Partial<SignedIn> = {}): SignedIn {
  return {
    id: citizen.id,
    uid: citizen.uid,
    username: citizen.username,
    role: citizen.role,
    governmentRole: citizen.governmentRole,
    isAdmin: citizen.isAdmin,
    isSuperAdmin: citizen.isSuperAdmin,
    sessionId: '00000000-0000-7000-8000-000000000000',
    panel: false,
    ...overrides,
  }
}

/** A session of a citizen that has just begun, not yet stored. */
export function sessionOf(citizen: Citizen, now: Date): Session {
  return Object.assign(new Session(), {
    id: newPublicId(now),
    citizenId: citizen.id,
    salt: Buffer.alloc(16, 7),
    generation: 1,
    seenGeneration: 0,
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
    endedAt: null,
    endedWhy: null,
    userAgent: 'test',
  })
}
