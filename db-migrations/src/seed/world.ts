import { createBroadcast, deleteBroadcast, endDueBroadcasts } from '@nation/core/broadcasts'
import { countIn } from '@nation/core/citizens'
import {
  advanceElections,
  castBallots,
  createElection,
  publishTallies,
  stand,
  withdrawCandidate,
} from '@nation/core/elections'
import {
  JournalDraft,
  type CitizenContext,
  column,
  type Context,
  fixedClock,
  readRows,
  type SignedIn,
  writeJournal,
} from '@nation/core/platform'
import { PERSONA_HANDLES, type Campaign } from '@nation/demo'
import { positionOf, type ElectionDates } from '@nation/domain/elections'
import type { DataSource, EntityManager } from 'typeorm'
import type { PlannedBatch } from './ballots'
import { demoId } from './ids'
import type { PlannedNews } from './news'
import type { DemoCitizen } from './people'
import { campaignKey, type CampaignPictures } from './pictures'
import type { PlannedCandidacy } from './standing'

/**
 * The demo nation while it is being lived through: every deed is done by the product's own services, at the instant at
 * which it happened, so results, terms, tallies and journal are what they would have become.
 */
export class World {
  readonly #citizens = new Map<string, SignedIn>()
  /** Public ids of candidacies, by week and handle. */
  readonly #candidates = new Map<string, string>()

  /** The newest broadcast. */
  #onAir: { readonly id: string; readonly endsAt: Date } | null = null

  /** Public ids of elections, by week. */
  readonly #elections = new Map<number, string>()

  constructor(
    readonly database: DataSource,
    /** What candidates show, by `campaignKey`. */
    readonly pictures: ReadonlyMap<string, CampaignPictures>,
  ) {}

  /** Writes down those who join, many at a time; each has a journal entry of their own instant. */
  async join(newcomers: readonly DemoCitizen[]): Promise<void> {
    await this.database.transaction('READ COMMITTED', async (tx) => {
      await tx.query(`INSERT INTO citizens (${citizenColumns.join(', ')}) VALUES ?`, [newcomers.map(citizenRow)])
      for (const { uid, persona, joinedAt } of newcomers) {
        const journal = new JournalDraft()
        journal.add({ kind: 'citizens.joined', actor: uid, subject: uid, facts: { username: persona.name } })
        await writeJournal(tx, journal, joinedAt)
      }
      await this.#remember(tx, newcomers)
    })
  }

  async #remember(tx: EntityManager, newcomers: readonly DemoCitizen[]): Promise<void> {
    const rows = await readRows(
      tx,
      { id: column.key, uid: column.text },
      'SELECT id, uid FROM citizens WHERE uid IN (?)',
      [newcomers.map(({ uid }) => uid)],
    )
    const ids = new Map(rows.map(({ id, uid }) => [uid, id]))
    for (const { uid, persona } of newcomers) {
      await countIn(tx, { id: ids.get(uid)!, handle: persona.handle, username: persona.name })
    }
    for (const { uid, persona, role, administrator } of newcomers) {
      this.#citizens.set(persona.handle, {
        id: ids.get(uid)!,
        uid,
        username: persona.name,
        role,
        governmentRole: null,
        isAdmin: administrator,
        isSuperAdmin: administrator,
        sessionId: uid,
        panel: false,
      })
    }
  }

  /** The administrator puts the election of a week into the calendar. */
  async plan(at: Date, week: number, { startsAt, endsAt }: ElectionDates): Promise<void> {
    const { election } = await this.act(at, PERSONA_HANDLES.admin, (ctx) =>
      createElection(ctx, { startsAt: startsAt.getTime(), endsAt: endsAt.getTime() }),
    )
    this.#elections.set(week, election.id)
  }

  /** Does whatever the clock asks of the elections at an instant. */
  async advance(at: Date): Promise<void> {
    await advanceElections({ database: this.database, clock: fixedClock(at), nudge: () => undefined })
  }

  async stand({ campaign, election, stoodAt }: PlannedCandidacy): Promise<void> {
    const electionId = this.#elections.get(election)
    const pictures = this.pictures.get(campaignKey(campaign))
    const { candidateId } = await this.act(stoodAt, campaign.handle, (ctx) =>
      stand(
        ctx,
        {
          ...textsOf(campaign),
          electionId,
          ...(pictures?.banner && { bannerImage: pictures.banner }),
          attachments: pictures?.attachments ?? {},
        },
        pictures?.attachments ?? {},
      ),
    )
    this.#candidates.set(`${election} ${campaign.handle}`, candidateId)
  }

  async withdraw({ campaign, election }: PlannedCandidacy, at: Date): Promise<void> {
    const candidateId = this.candidateId(election, campaign.handle)
    await this.act(at, campaign.handle, (ctx) => withdrawCandidate(ctx, { candidateId }))
  }

  /** The administrator tells everybody something, and takes down what is still on. */
  async broadcast({ at, type, message, endsAt }: PlannedNews): Promise<void> {
    await this.act(at, PERSONA_HANDLES.admin, async (ctx) => {
      const before = this.#onAir
      if (before && before.endsAt > at) await deleteBroadcast(ctx, { messageId: before.id })
      const { broadcast } = await createBroadcast(ctx, { type, message, endsAt: endsAt.getTime() })
      this.#onAir = { id: broadcast.id, endsAt }
    })
  }

  /** What ends at an instant leaves the air. */
  async endBroadcasts(at: Date): Promise<void> {
    await endDueBroadcasts({ database: this.database, clock: fixedClock(at), nudge: () => undefined })
  }

  /** @throws Error when a ballot is refused: the demo's plan would not be what the nation allows */
  async cast(election: number, { at, ballots }: PlannedBatch): Promise<void> {
    const requests = ballots.map(({ voter, candidate }) => ({
      citizenId: this.citizen(voter).id,
      candidateId: this.candidateId(election, candidate),
    }))
    const { outcomes } = await this.at(at, null, (ctx) => castBallots(ctx.tx, ctx.now, ctx.journal, requests))
    const refused = outcomes.find((outcome) => outcome.refused)?.refused
    if (refused) throw refused
  }

  /** Publishes the counts of the elections that are open: of all votes that were cast up to an instant. */
  async publishCounts(at: Date): Promise<void> {
    const open = await readRows(
      this.database,
      { id: column.key, uid: column.text, ends_at: column.instant },
      `SELECT id, uid, ends_at FROM elections WHERE stage IN ('phase_one', 'phase_two')`,
    )
    for (const { id, uid, ends_at: endsAt } of open) {
      await this.at(at, null, (ctx) => publishTallies(ctx, { id, uid, endsAt }, new Date(at.getTime() + 1)))
    }
  }

  /** A citizen who has joined. */
  citizen(handle: string): SignedIn {
    const citizen = this.#citizens.get(handle)
    if (!citizen) throw new Error(`@${handle} has not joined.`)
    return citizen
  }

  /** The public id of a citizen's candidacy in a week. */
  candidateId(election: number, handle: string): string {
    const id = this.#candidates.get(`${election} ${handle}`)
    if (!id) throw new Error(`@${handle} does not stand in week ${election}.`)
    return id
  }

  /** Makes a call as a citizen at an instant of the past. */
  act<T>(at: Date, handle: string, service: (ctx: CitizenContext) => Promise<T>): Promise<T> {
    const caller = this.citizen(handle)
    return this.at(at, caller, (ctx) => service({ ...ctx, caller }))
  }

  /** One transaction at an instant of the past, with ids that follow from what is done in it. */
  async at<T>(at: Date, caller: SignedIn | null, service: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.transaction('READ COMMITTED', async (tx) => {
      let made = 0
      const journal = new JournalDraft()
      const newId = () => demoId(at, `deed ${caller?.username ?? 'of many'} ${++made}`)
      const answer = await service({ tx, caller, now: () => new Date(at), newId, journal })
      await writeJournal(tx, journal, at)
      return answer
    })
  }
}

const citizenColumns = [
  'uid',
  'x_id',
  'handle',
  'username',
  'followers',
  'verified',
  'x_created_at',
  'wallet_address',
  'token_balance',
  'native_balance',
  'wallet_linked_at',
  'balance_read_at',
  'balance_tried_at',
  'role',
  'is_admin',
  'is_super_admin',
  'x_refreshed_at',
  'joined_at',
  'last_login_at',
  'last_active_at',
  'created_at',
  'updated_at',
] as const

function citizenRow({ uid, persona, joinedAt, ...citizen }: DemoCitizen): unknown[] {
  return [
    uid,
    persona.id,
    persona.handle,
    persona.name,
    persona.followers,
    persona.verified,
    persona.createdAt,
    citizen.walletAddress,
    citizen.tokenBalance.toString(),
    citizen.nativeBalance?.toString() ?? null,
    // Citizens with a wallet linked it when they joined, and the chain said what it held.
    ...Array.from({ length: 3 }, () => (citizen.walletAddress === null ? null : joinedAt)),
    citizen.role,
    citizen.administrator,
    citizen.administrator,
    ...Array.from({ length: 6 }, () => joinedAt),
  ]
}

function textsOf(campaign: Campaign) {
  return {
    position: positionOf(campaign.position).id,
    displayName: campaign.displayName,
    bio: campaign.bio,
    campaignSlogan: campaign.slogan,
    vision: campaign.vision,
    whyVoteForMe: campaign.why,
    goals: [...(campaign.goals ?? [])],
    promises: [...(campaign.promises ?? [])],
    title: campaign.title,
    experience: campaign.experience,
    policies: campaign.policies,
    qualifications: campaign.qualifications,
    twitter: campaign.handle,
    discord: campaign.discord,
    website: campaign.website,
  }
}
