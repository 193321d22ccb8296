import { z } from 'zod'
import { publicId, defineEvent } from '../definitions'

const nothing = z.strictObject({})
const step = z.number().int().min(0)
const lists = ['system.stats', 'members.get-all', 'admin.users'] as const
const people = [...lists, 'citizens.newest'] as const
/** Also the pages of candidates: while one stands, the wallet and its balance are public. */
const holdings = ['holdings.get', 'token-balance.get', 'candidates.list', 'candidates.get', 'candidates.mine'] as const
/** Also whatever names a citizen and says where their page is. A closed page is in no stored answer. */
const pages = [
  'user.page',
  'citizens.page',
  'candidates.list',
  'candidates.get',
  'candidates.mine',
  'members.get-government',
  'members.get-official',
  'government.office',
  'elections.governments',
] as const
const version = z.string().describe('The token’s version')
const wallet = z.string().describe('Address on Solana')

const profileEvents = [
  defineEvent({
    kind: 'citizens.joined',
    summary: 'A visitor became a citizen.',
    audience: 'public',
    answers: 'theirs',
    facts: z.strictObject({ username: z.string() }),
    personal: ['username'],
    // Without the newest ones: all who read the first page hear it, and that page reads their number every ten seconds.
    stale: lists,
    profile: 'subject',
  }),
  defineEvent({
    kind: 'citizens.updated',
    summary: 'X tells a citizen’s name or picture anew.',
    audience: 'citizen',
    answers: 'theirs',
    facts: nothing,
    stale: [...people, 'candidates.list', 'candidates.get', 'candidates.mine'],
    profile: 'subject',
    retentionDays: 30,
  }),
  defineEvent({
    kind: 'citizens.picture-changed',
    summary: 'X has another picture of a citizen: it is copied.',
    audience: 'system',
    answers: 'theirs',
    facts: nothing,
    retentionDays: 30,
  }),
  defineEvent({
    kind: 'citizens.picture-chosen',
    summary: 'A citizen chose a picture of their own, or went back to that of X.',
    audience: 'citizen',
    answers: 'theirs',
    facts: nothing,
    stale: people,
    profile: 'subject',
  }),
  defineEvent({
    kind: 'citizens.role-changed',
    summary: 'A citizen became or is no longer an administrator or a moderator.',
    audience: ['admins', 'citizen'],
    answers: 'theirs',
    facts: z.strictObject({ userId: publicId(), isAdmin: z.boolean(), isModerator: z.boolean() }),
    // Their name may be a candidate's, too (decision 90).
    stale: [...people, 'admin.audit', 'candidates.list', 'candidates.get', 'candidates.mine'],
    profile: 'subject',
    affects: 'role',
  }),
] as const

const walletEvents = [
  defineEvent({
    kind: 'citizens.wallet-linked',
    summary: 'A citizen proved that a wallet is theirs.',
    audience: 'citizen',
    answers: 'theirs',
    facts: z.strictObject({ walletAddress: wallet, before: wallet.nullable().describe('The wallet that it replaces') }),
    personal: ['walletAddress', 'before'],
    stale: holdings,
    profile: 'subject',
  }),
  defineEvent({
    kind: 'citizens.wallet-unlinked',
    summary: 'A citizen unlinked their wallet.',
    audience: 'citizen',
    answers: 'theirs',
    facts: z.strictObject({ walletAddress: wallet }),
    personal: ['walletAddress'],
    stale: holdings,
    profile: 'subject',
  }),
  defineEvent({
    kind: 'citizens.balance-changed',
    summary: 'The chain tells another balance of a citizen’s wallet.',
    audience: 'citizen',
    answers: 'theirs',
    facts: z.strictObject({
      balance: z
        .string()
        .regex(/^\d{1,20}$/)
        .describe('In base units'),
    }),
    personal: ['balance'],
    stale: holdings,
    profile: 'subject',
    retentionDays: 30,
  }),
  defineEvent({
    kind: 'token.version-changed',
    summary: 'The nation’s token has a new version: balances are read anew.',
    audience: 'public',
    facts: z.strictObject({ version, mint: wallet, from: version }),
    stale: holdings,
    profile: 'everybody',
  }),
  defineEvent({
    kind: 'token.balances-voided',
    summary: 'No balance of the old token counts any more.',
    audience: 'public',
    facts: z.strictObject({ version, mint: wallet }),
    stale: holdings,
    profile: 'everybody',
  }),
  defineEvent({
    kind: 'token.balances-read',
    summary: 'Every wallet’s balance of the new token was read.',
    audience: 'public',
    facts: z.strictObject({ version, mint: wallet }),
    stale: holdings,
    profile: 'everybody',
  }),
] as const

const privacyEvents = [
  defineEvent({
    kind: 'citizens.left',
    summary: 'A citizen deleted their account.',
    audience: 'public',
    answers: 'all',
    facts: nothing,
    stale: people,
    profile: 'subject',
    affects: 'session',
  }),
  defineEvent({
    kind: 'citizens.erase',
    summary: 'The next step of an erasure is due.',
    audience: 'system',
    answers: 'all',
    facts: z.strictObject({
      step,
      portrait: z.string().nullable().optional().describe('Our copy of X’s picture'),
      after: z.string().max(64).optional().describe('The place from which a step of many parts goes on'),
    }),
    personal: ['portrait'],
  }),
  defineEvent({
    kind: 'citizens.erased',
    summary: 'What told of a citizen who left is gone.',
    audience: 'system',
    answers: 'all',
    facts: z.strictObject({ step }),
  }),
  defineEvent({
    kind: 'citizens.export-asked',
    summary: 'A citizen asked for a copy of their data.',
    audience: 'citizen',
    answers: 'nothing',
    facts: z.strictObject({ exportId: publicId() }),
    stale: ['user.export-status'],
  }),
  defineEvent({
    kind: 'citizens.export-ready',
    summary: 'The copy of a citizen’s data can be downloaded.',
    audience: 'citizen',
    answers: 'nothing',
    facts: z.strictObject({ exportId: publicId() }),
    stale: ['user.export-status'],
  }),
] as const

const pageEvents = [
  defineEvent({
    kind: 'citizens.page-shown',
    summary: 'A citizen shows their public page.',
    audience: 'citizen',
    facts: nothing,
    stale: pages,
  }),
  defineEvent({
    kind: 'citizens.page-closed',
    summary: 'A citizen no longer shows their public page.',
    audience: 'citizen',
    facts: nothing,
    stale: pages,
  }),
] as const

export const citizenEvents = [...pageEvents, ...profileEvents, ...walletEvents, ...privacyEvents] as const
