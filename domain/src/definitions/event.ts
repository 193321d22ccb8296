import type { z } from 'zod'
import type { RoleAudience } from '../permissions'

/**
 * Who may read an event: everybody (`public`), signed-in citizens (`citizens`), those who hold a role (`roleAudiences` of the
 * permissions), one citizen who is named when it is written (`citizen`), each citizen of a list (`listed`), or the server alone
 * (`system`).
 */
export type EventAudience = 'public' | 'citizens' | RoleAudience | 'citizen' | 'listed' | 'system'

export interface EventDefinition<
  Kind extends string,
  Facts extends z.ZodObject,
  Audience extends EventAudience = EventAudience,
  CallId extends string = string,
> {
  /** `<feature>.<what happened>`. */
  readonly kind: Kind
  readonly summary: string
  /** One audience, or those of which the writer names one each time. */
  readonly audience: Audience | readonly Audience[]
  /** Plain JSON: public ids, never secrets, never row keys. */
  readonly facts: Facts
  /**
   * Facts that say who the citizen is whom the event is about (its subject, or the citizen of the candidacy that is its
   * subject). They are taken away when that citizen leaves, and are in no other citizen's copy of data.
   */
  readonly personal?: readonly (keyof Facts['shape'] & string)[]
  /**
   * Ids of reading calls whose answers may differ after it (the list of all events holds them to the calls that there are): clients read them again, and the server gives no older answer of them.
   */
  readonly stale?: readonly CallId[]
  /**
   * Summaries that may differ after it for administrators alone, such as `participation.day`: their browsers read them again at once, and
   * the browsers of all others do not.
   */
  readonly staleForAdmins?: readonly CallId[]
  /** Reading calls whose answers may differ after it only where one of some facts is in it. */
  readonly staleWhere?: {
    readonly facts: readonly (keyof Facts['shape'] & string)[]
    readonly calls: readonly CallId[]
  }
  /** Reading calls whose new figures are in the facts: clients write them into what they show, and read nothing. */
  readonly brings?: readonly CallId[]
  /**
   * Which stored public answers are given no longer that were begun before it (decision 60), where that is not simply those of
   * `stale` and `brings`. `all`: those of every call, because what it takes from everybody may be named anywhere; so too where
   * no call is named. `theirs`: many citizens write such entries at the same moment, so only its actor, or those who are listed,
   * are given no older answer, of any call. `nothing`: no public answer holds it, or the overlay of one's own fields does.
   */
  readonly answers?: 'all' | 'theirs' | 'nothing'
  /**
   * Whose own profile (`user.get-user`) reads differently after it: the subject's, everybody's, or that of the officials before
   * it and of the citizens in its `seats`.
   */
  readonly profile?: 'subject' | 'everybody' | 'officials'
  /**
   * The rights that it may have changed: the subject's sessions, the subject's role, or the roles of several citizens. The API
   * reads the rights of their open streams again.
   */
  readonly affects?: 'session' | 'role' | 'roles'
  /**
   * True where it follows a secret act of a citizen whom it reaches alone. Their screens then read again, so the log has these
   * reading calls without their callers, as the act itself (`unnamedInLog` of calls).
   */
  readonly unnamedInLog?: boolean
  /**
   * Days after which it is removed from the journal: for events that only tell of what tables of their own keep. Without it
   * an event stays forever.
   */
  readonly retentionDays?: number
  /**
   * Where the event is `listed`: the section of a citizen's copy of data that tells the same, from a table that is indexed by
   * citizen. No journal entry is searched for names.
   */
  readonly copiedAs?: 'ballots' | 'pollVotes' | 'messages'
}

/** An event as the rest of the product sees it. */
export type EventDeclaration<
  Kind extends string = string,
  Facts extends z.ZodObject = z.ZodObject,
  Audience extends EventAudience = EventAudience,
  CallId extends string = string,
> = Omit<EventDefinition<Kind, Facts, Audience, CallId>, 'audience' | 'staleWhere'> & {
  /** One, or those of which the writer names one each time. */
  readonly audiences: readonly Audience[]
  readonly personal: readonly string[]
  readonly stale: readonly CallId[]
  readonly staleForAdmins: readonly CallId[]
  readonly staleWhere: { readonly facts: readonly string[]; readonly calls: readonly CallId[] }
  readonly brings: readonly CallId[]
}

/** Declares an event once; writers' types, erasure, retention, documents and the client's cache follow from what is said here. */
export function defineEvent<
  const Kind extends string,
  Facts extends z.ZodObject,
  const Audience extends EventAudience,
  const CallId extends string = never,
>({
  audience,
  ...definition
}: EventDefinition<Kind, Facts, Audience, CallId>): EventDeclaration<Kind, Facts, Audience, CallId> {
  return {
    personal: [],
    stale: [],
    staleForAdmins: [],
    staleWhere: { facts: [], calls: [] },
    brings: [],
    ...definition,
    audiences: typeof audience === 'string' ? [audience] : audience,
  }
}
