import type { Persona } from '@nation/demo'
import { bearerToken, Refusal } from './http'
import type { Answer, Ask } from './http'
import { tooManyRequests } from './faults'
import { allowanceHeaders } from './rate-limits'
import type { EndpointName } from './rate-limits'
import type { Ticket } from './tickets'
import type { World } from './world'

const PROBLEMS = 'https://api.twitter.com/2/problems'

/** What X knows in `user.fields`. Those that this X has nothing to say about are accepted and left out of answers. */
const USER_FIELDS = (
  'affiliation confirmed_email connection_status created_at description entities id is_identity_verified location ' +
  'most_recent_tweet_id name parody pinned_tweet_id profile_banner_url profile_image_url protected public_metrics ' +
  'receives_your_dm subscription subscription_type url username verified verified_followers_count verified_type withheld'
).split(' ')

const SCOPES_FOR_USERS = ['tweet.read', 'users.read']

/** `GET /2/users/me`: the user whose token it is. */
export function showMe(ask: Ask, world: World): Answer {
  return limited(ask, world, 'me', (ticket) => {
    if (ticket.use === 'app') throw appNotAllowed()
    const fields = fieldsOf(ask, [])
    const persona = world.personas.findById(ticket.userId)
    if (!persona) throw unauthorized()
    return { data: userOf(persona, fields, world) }
  })
}

/** `GET /2/users?ids=`: 1 to 100 users; those that do not exist are listed in `errors`. */
export function showUsers(ask: Ask, world: World): Answer {
  return limited(ask, world, 'users', () => {
    const fields = fieldsOf(ask, ['ids'])
    const ids = idsOf(ask)
    const found = ids.map((id) => ({ id, persona: world.personas.findById(id) }))
    const data = found.flatMap(({ persona }) => (persona ? [userOf(persona, fields, world)] : []))
    const errors = found.filter(({ persona }) => !persona).map(({ id }) => notFound('ids', `[${id}]`, id))
    return { ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) }
  })
}

/** `GET /2/users/by/username/:username`. */
export function showByUsername(ask: Ask, world: World, username: string): Answer {
  return limited(ask, world, 'byUsername', () => {
    const fields = fieldsOf(ask, [])
    if (!/^[A-Za-z0-9_]{1,15}$/.test(username)) {
      const message = `The \`username\` query parameter value [${username}] does not match ^[A-Za-z0-9_]{1,15}$`
      throw invalid('username', username, message)
    }
    const persona = world.personas.find(username)
    if (!persona) return { errors: [notFound('username', `[${username}]`, username)] }
    return { data: userOf(persona, fields, world) }
  })
}

/** Lets in who has a good token and has not asked too often, and tells every caller what it has left. */
function limited(ask: Ask, world: World, endpoint: EndpointName, answer: (ticket: Ticket) => object): Answer {
  const ticket = ticketOf(ask, world)
  const allowance = world.limits.take(endpoint, ticket.use === 'app' ? 'app' : ticket.userId)
  const headers = allowanceHeaders(allowance)
  if (allowance.exceeded) {
    const refusal = tooManyRequests(allowance.reset)
    return { ...refusal, headers: { ...headers, ...refusal.headers } }
  }
  try {
    return { status: 200, headers, body: answer(ticket) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...error.answer, headers: { ...headers, ...error.answer.headers } }
  }
}

function ticketOf(ask: Ask, world: World): Ticket {
  const token = bearerToken(ask)
  const ticket = token && (world.tickets.read(token, 'access') ?? world.tickets.read(token, 'app'))
  if (!ticket) throw unauthorized()
  if (ticket.use === 'access' && !SCOPES_FOR_USERS.every((scope) => ticket.scopes.includes(scope))) {
    const detail = `This token lacks one of the scopes that are needed: ${SCOPES_FOR_USERS.join(', ')}.`
    throw new Refusal({ status: 403, body: { title: 'Forbidden', detail, type: 'about:blank', status: 403 } })
  }
  return ticket
}

function idsOf(ask: Ask): string[] {
  const given = ask.url.searchParams.get('ids')
  if (given === null) throw invalid('ids', '', 'The `ids` query parameter can not be empty')
  const ids = given.split(',')
  if (given === '' || ids.length > 100) {
    const message = `The number of values in the \`ids\` query parameter list [${given === '' ? 0 : ids.length}] is not between 1 and 100`
    throw invalid('ids', given, message)
  }
  const wrong = ids.find((id) => !/^\d{1,19}$/.test(id))
  if (wrong !== undefined) throw invalid('ids', wrong, `The \`ids\` query parameter value [${wrong}] is not valid`)
  return ids
}

function fieldsOf(ask: Ask, further: readonly string[]): readonly string[] {
  const known = [...further, 'user.fields', 'tweet.fields', 'expansions']
  for (const [name, value] of ask.url.searchParams) {
    if (!known.includes(name)) {
      throw invalid(name, value, `The query parameter [${name}] is not one of [${known.join(',')}]`)
    }
  }
  const fields = (ask.url.searchParams.get('user.fields') ?? '').split(',').filter((field) => field !== '')
  const wrong = fields.find((field) => !USER_FIELDS.includes(field))
  if (wrong !== undefined) {
    const message = `The \`user.fields\` query parameter value [${wrong}] is not one of [${USER_FIELDS.join(',')}]`
    throw invalid('user.fields', wrong, message)
  }
  return fields
}

function userOf(persona: Persona, fields: readonly string[], world: World): object {
  const { id, name, handle } = persona
  const asked = Object.entries(detailsOf(persona, world)).filter(([field]) => fields.includes(field))
  return { id, name, username: handle, ...Object.fromEntries(asked) }
}

function detailsOf(persona: Persona, { origin }: World): Readonly<Record<string, unknown>> {
  const turn = (upTo: number, salt: bigint) => Number((BigInt(persona.id) / salt) % BigInt(upTo))
  return {
    created_at: persona.createdAt.toISOString(),
    description: persona.description,
    profile_image_url: `${origin}/images/${persona.handle}_normal.png`,
    protected: false,
    public_metrics: {
      followers_count: persona.followers,
      following_count: turn(1900, 7n),
      tweet_count: turn(24_000, 11n),
      listed_count: Math.floor(persona.followers / 140),
      like_count: turn(31_000, 13n),
      media_count: turn(900, 17n),
    },
    url: '',
    verified: persona.verified,
    verified_type: persona.verified ? 'blue' : 'none',
  }
}

function unauthorized(): Refusal {
  const body = { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }
  return new Refusal({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body })
}

function appNotAllowed(): Refusal {
  const detail =
    'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  ' +
    'Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].'
  const body = {
    title: 'Unsupported Authentication',
    detail,
    type: `${PROBLEMS}/unsupported-authentication`,
    status: 403,
  }
  return new Refusal({ status: 403, body })
}

function invalid(parameter: string, value: string, message: string): Refusal {
  const body = {
    errors: [{ parameters: { [parameter]: [value] }, message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${PROBLEMS}/invalid-request`,
  }
  return new Refusal({ status: 400, body })
}

function notFound(parameter: string, shown: string, value: string): object {
  return {
    value,
    detail: `Could not find user with ${parameter}: ${shown}.`,
    title: 'Not Found Error',
    resource_type: 'user',
    parameter,
    resource_id: value,
    type: `${PROBLEMS}/resource-not-found`,
  }
}
