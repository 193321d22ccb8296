import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import { canSendDirectly, canSpeak, mayWrite, readAfterWriting } from '@nation/domain/messenger'
import {
  type Context,
  runBatch,
  type BatchContext,
  type BatchRequest,
  type BatchService,
  MayBeRepeat,
  type Outcome,
  type SignedIn,
  distinct,
  groupBy,
} from '../platform'
import { uploadGone } from '../media'
import { mentionedIn } from './mentions'
import {
  postInputStatements,
  postInputsIn,
  readKey,
  sentKey,
  uploadName,
  type LockedConversation,
  type PostInputs,
  type Post,
  type SenderRow,
  type UploadRow,
} from './post-inputs'
import { written, type NewMessage } from './post-writes'
import { rolesOf, type ConversationRow, type WriterRow } from './rows'
import { writeMessageEvent } from './message-events'

type Answer = CallOutput<'messenger.send-message'>

/** `made`: whether the message is new, and was not sent before. */
type Decided = Outcome<Answer> & { readonly made?: NewMessage }

/**
 * Messages of many senders in one transaction (READ COMMITTED), with a fixed number of statements. Each request has an outcome
 * of its own. Earlier messages with the same client ids are read only after a batch that may repeat one: the unique key of sender and id
 * refuses a repeat.
 *
 * Locks, always in this order:
 *   1. citizens, by ascending key: the senders. Their roles are read here, so that a citizen who lost an office cannot write with it.
 *      Behind them the panel's sign-ins of senders are read: a sign-in that has ended writes nothing.
 *   2. conversations, by ascending channel or public id, through the index of it. They give the numbers; they are waited for, since
 *      every process writes to the same groups.
 *   3. messages and conversation_readers: rows of the locked conversations and senders.
 */
function posting<Input>(postOf: (input: Input) => Post): BatchService<Input, Answer> {
  return { ...postingThat('writes', postOf), withRepeats: postingThat('reads repeats', postOf) }
}

function postingThat<Input>(
  does: 'writes' | 'reads repeats',
  postOf: (input: Input) => Post,
): BatchService<Input, Answer> {
  const asPosts = (requests: readonly BatchRequest<Input>[]) =>
    requests.map(({ caller, input }) => ({ caller, input: postOf(input) }))
  return {
    statements: (requests, locks) => postInputStatements(asPosts(requests), locks, does === 'reads repeats'),
    decide: (ctx, requests, rows) => {
      const batch = new Batch(ctx, postInputsIn(rows))
      const decided = asPosts(requests).map(({ caller, input }) => batch.decide(caller, input))
      const made = decided.flatMap((one) => one.made ?? [])
      tell(ctx, made)
      return { outcomes: decided, writes: written(made, batch.at), counters: [] }
    },
  }
}

/** `messenger.send-group-message` for many at once. */
export const groupPosts = posting<CallInput<'messenger.send-group-message'>>(({ groupId, ...post }) => ({
  ...post,
  channel: groupId,
}))

/** `messenger.send-message` for many at once. */
export const directPosts = posting<CallInput<'messenger.send-message'>>((post) => post)

/** `admin-chat.send-message` for many at once. */
export const adminPosts = posting<CallInput<'admin-chat.send-message'>>((post) => ({ ...post, channel: 'admin-chat' }))

/** The same in the caller's transaction, for tests and seeds: it waits for its locks. */
export const postToGroup = (
  ctx: Omit<Context, 'caller'>,
  requests: readonly BatchRequest<CallInput<'messenger.send-group-message'>>[],
): Promise<readonly Outcome<Answer>[]> => runBatch(ctx, groupPosts, requests)

/** Decides messages one after the other, and gives them their numbers. */
class Batch {
  readonly at: Date
  readonly #last = new Map<string, number>()
  readonly #read = new Map<string, number>()
  readonly #made = new Map<string, NewMessage>()

  constructor(
    readonly ctx: BatchContext,
    readonly inputs: PostInputs,
  ) {
    this.at = ctx.now()
  }

  decide(caller: SignedIn, post: Post): Decided {
    const key = this.inputs.keys.get(post.channel ?? post.conversationId ?? '')
    if (key === undefined) return { refused: new NationError('conversation_not_found') }
    // Citizens and conversations are never deleted: a row that is missing here is locked by another transaction.
    const sender = this.inputs.senders.get(caller.id)
    if (!sender) return { locked: `citizens ${caller.id}` }
    const conversation = this.inputs.conversations.get(key)
    if (!conversation) return { locked: `conversations ${key}` }
    const lockedImage = (post.images ?? []).map(uploadName).find((name) => this.#isHeld(name))
    if (lockedImage !== undefined) return { locked: `media ${lockedImage}` }
    try {
      return this.#admitted(caller, sender, conversation, post)
    } catch (error) {
      if (!(error instanceof NationError)) throw error
      // A repeat is acknowledged even where a new message would be refused.
      if (this.inputs.sent === null && post.clientId !== undefined) throw new MayBeRepeat()
      return { refused: error }
    }
  }

  #isHeld = (name: string): boolean => this.inputs.images.has(name) && !this.inputs.lockedImages.has(name)

  #admitted(caller: SignedIn, sender: SenderRow, conversation: LockedConversation, post: Post): Decided {
    if (sender.left_at !== null) throw new NationError('session_ended')
    if (caller.panel && !this.inputs.openPanels.has(caller.sessionId)) throw new NationError('session_ended')
    // A stored message is acknowledged again, also when its sender may no longer write.
    const before = this.#sentBefore(sender, conversation, post)
    if (before !== null && before !== 'another') return { answer: before }
    mustMayWrite(caller, sender, conversation)
    // Only after the check above: otherwise the error would reveal that a conversation of others exists.
    if (before === 'another') throw new NationError('message_id_reused')
    allow(canSpeak(this.inputs.mutes.get(sender.id), this.at))
    const last = this.#last.get(conversation.id) ?? conversation.last_number
    const withheldFrom = mustMaySend(sender, conversation, last)
    if ((post.replyTo ?? 0) > last) throw new NationError('message_not_found')
    const images = this.#imagesOf(sender, post)
    if (post.message === '' && images.length === 0) throw new NationError('message_empty')
    // Also for a withheld message: its sender sees no difference. It notifies no citizen, because it counts as read from the start.
    const mentioned = mentionedIn(post.message, this.inputs.byHandle, conversation, sender.id)
    const uid = this.ctx.newId()
    const readTo = this.#readTo(sender, conversation, post, last)
    const made = { uid, number: last + 1, post, conversation, sender, mentioned, images, withheldFrom, readTo }
    this.#last.set(conversation.id, made.number)
    if (post.clientId !== undefined) this.#made.set(sentKey(sender.id, post.clientId), made)
    return { made, answer: answerOf(made.uid, made.number, this.at) }
  }

  /**
   * The sender's read marker after their message. The number that the sender claims counts up to the last message that exists. Null: the
   * sender has no marker, and has not read everything since they joined, where `readNumbers` begins.
   */
  #readTo(sender: SenderRow, conversation: LockedConversation, { readNumber = 0 }: Post, last: number): number | null {
    const key = readKey(sender.id, conversation.id)
    const before = this.#read.get(key) ?? this.inputs.read.get(key) ?? readAtFirst(sender, conversation)
    const readTo = readAfterWriting(Math.max(before ?? 0, Math.min(readNumber, last)), last + 1)
    if (before === undefined && readTo <= last) return null
    this.#read.set(key, readTo)
    return readTo
  }

  /** @throws NationError `picture_not_yours`, `invalid_input` with each image that is no longer there */
  #imagesOf(sender: WriterRow, { images = [] }: Post): UploadRow[] {
    const found = images.map((url) => this.inputs.images.get(uploadName(url)))
    if (found.some((image) => image && image.owner_id !== sender.id)) throw new NationError('picture_not_yours')
    const gone = found.flatMap((image, place) => (image ? [] : [{ path: `images.${place}`, ...uploadGone }]))
    if (gone.length > 0) throw new NationError('invalid_input', {}, gone)
    return distinct(found.filter((image) => image !== undefined))
  }

  /**
   * The answer to a message that its sender already sent under the same id, in this batch or before. `another`: the id belongs to another
   * message. Null: the id is new.
   */
  #sentBefore(sender: WriterRow, conversation: ConversationRow, post: Post): Answer | 'another' | null {
    if (post.clientId === undefined) return null
    const key = sentKey(sender.id, post.clientId)
    const made = this.#made.get(key)
    if (made) {
      if (made.conversation.id !== conversation.id || saidIn(made.post) !== saidIn(post)) return 'another'
      return answerOf(made.uid, made.number, this.at)
    }
    const sent = this.inputs.sent?.get(key)
    if (!sent) return null
    const { text: message, reply_to: replyTo, images } = sent
    const isSame = sent.changed || saidIn({ message, replyTo, images: images?.split(',') }) === saidIn(post)
    if (sent.conversation_id !== conversation.id || !isSame) return 'another'
    return answerOf(sent.message_uid, sent.number, sent.sent_at)
  }
}

/** Where a sender without a marker begins: at the last message if nothing was said since they joined; otherwise undefined. */
const readAtFirst = ({ joined_at }: SenderRow, { last_at, last_number }: LockedConversation): number | undefined =>
  last_at === null || last_at < joined_at ? last_number : undefined

interface Said {
  readonly message: string
  readonly images?: readonly string[] | undefined
  readonly replyTo?: number | null | undefined
}

/** The content of a message, for comparison: its text, its images in their order, and the message that it answers. */
const saidIn = ({ message, images = [], replyTo }: Said): string =>
  JSON.stringify([message, replyTo ?? null, distinct(images)])

const answerOf = (messageId: string, number: number, at: Date): Answer => ({
  success: true,
  messageId,
  number,
  timestamp: at.getTime(),
})

/**
 * The panel's sign-in makes its citizen a super administrator, whatever their row says.
 * @throws NationError `group_forbidden`, or `conversation_not_found` for a conversation of other citizens
 */
function mustMayWrite({ panel }: SignedIn, sender: WriterRow, { channel, low_id, high_id }: ConversationRow): void {
  if (channel === null) {
    if (sender.id !== low_id && sender.id !== high_id) throw new NationError('conversation_not_found')
  } else if (!mayWrite({ ...rolesOf(sender), isSuperAdmin: panel || sender.is_super_admin }, channel))
    throw new NationError('group_forbidden')
}

/**
 * Until a request is accepted, all messages are the initiator's. A sender who
 * blocks the other gets an error that says so; a blocked sender notices nothing, and writes as before (decision 75).
 * @returns the citizen from whom the message is withheld (row key)
 * @throws NationError `recipient_gone`, `recipient_blocked`, `message_request_waits`
 */
function mustMaySend(sender: WriterRow, conversation: LockedConversation, last: number): string | null {
  if (conversation.channel !== null) return null
  const { blockers, gone } = conversation
  if (gone.some((id) => id !== sender.id)) throw new NationError('recipient_gone')
  if (blockers.includes(sender.id)) throw new NationError('recipient_blocked')
  const startedByMe = conversation.started_by === sender.id
  allow(canSendDirectly({ acceptedAt: conversation.accepted_at, startedByMe }, last))
  return blockers[0] ?? null
}

/** Writes one entry for each conversation, whatever the number of its messages. */
function tell(ctx: BatchContext, made: readonly NewMessage[]): void {
  for (const [conversation, those] of groupBy(made, (one) => one.conversation)) {
    // Numbers are given in ascending order.
    const [from = 0, to = 0] = [those[0]?.number, those.at(-1)?.number]
    const { low_id, readers: both, blockers } = conversation
    const readers = both.filter((_, place) => !blockers.some((id) => (id === low_id) === (place === 0)))
    writeMessageEvent(ctx, 'posted', { ...conversation, readers }, { from, to })
    if (conversation.channel === 'admin-chat') {
      ctx.journal.add({ kind: 'messenger.counted', facts: { messages: to } })
    }
  }
}
