import { base, before, fill, literal, uidSql, type Growth, type Run } from './numbers'

const firstNames = ['Ada', 'Ben', 'Clara', 'David', 'Elena', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Kira', 'Liam', 'Mara', 'Nils', 'Olga', 'Pedro', 'Quinn', 'Rosa', 'Sami', 'Tara'] // oxfmt-ignore
const lastNames = ['Adams', 'Berg', 'Costa', 'Diaz', 'Egger', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jansen', 'Khan', 'Lopez', 'Meyer', 'Novak', 'Okafor', 'Patel', 'Rossi', 'Silva', 'Tanaka', 'Weber'] // oxfmt-ignore

const pick = (names: readonly string[], index: string) =>
  `ELT(1 + ${index}, ${names.map((name) => `'${name}'`).join(', ')})`
const firstName = pick(firstNames, 'n % 20')
const lastName = pick(lastNames, 'FLOOR(n / 20) % 20')
/** Every second handle begins alike: the worst that a search can ask for. */
const handle = `IF(n % 2 = 0, CONCAT('citizen_', n), CONCAT(LOWER(${firstName}), '_', n))`
/** One of fifty has left. The first few are needed. */
const left = 'n % 50 = 49'

/** Citizens; the second is the president, the third an administrator, some of them moderators. */
export async function citizens(run: Run, growth: Growth, now: Date): Promise<void> {
  await fill(run, 'citizens', growth, {
    id: `${base} + n`,
    uid: uidSql('citizen'),
    x_id: '5000000000 + n',
    handle: `IF(${left}, CONCAT('former_', n), ${handle})`,
    username: `IF(${left}, 'Former citizen', CONCAT(${firstName}, ' ', ${lastName}))`,
    followers: 'n % 5000',
    verified: 'n % 7 = 0',
    x_created_at: `TIMESTAMP'2015-01-01 00:00:00'`,
    x_refreshed_at: literal(now),
    portrait_url: `IF(${left}, NULL, CONCAT('/media/portraits/', n, '.webp'))`,
    wallet_address: `IF(${left}, NULL, CONCAT('wallet', n))`,
    wallet_linked_at: `IF(${left}, NULL, ${before(now, '9', 'DAY')})`,
    balance_read_at: `IF(${left}, NULL, ${literal(now)})`,
    token_balance: 'n * 1000000000',
    role: `CASE WHEN n = 1 THEN 'government' WHEN n % 2000 = 3 THEN 'moderator' ELSE 'citizen' END`,
    government_role: `IF(n = 1, 'president', NULL)`,
    is_admin: 'n % 100000 = 2',
    is_super_admin: 'n % 200000 = 2',
    joined_at: before(now, '1 + n % 3000', 'DAY'),
    left_at: `IF(${left}, ${literal(now)}, NULL)`,
    created_at: literal(now),
    updated_at: literal(now),
  })
  await fill(
    run,
    'account_deletions',
    growth,
    {
      id: uidSql('deletion'),
      citizen_id: `${base} + n`,
      step: '6',
      asked_at: literal(now),
      done_at: literal(now),
    },
    { where: left },
  )
  // The words of these names are known without looking at them; no accents, no other scripts.
  const words = [handle, `SUBSTRING_INDEX(${handle}, '_', 1)`, 'CAST(n AS CHAR)', `LOWER(${firstName})`, `LOWER(${lastName})`] // oxfmt-ignore
  for (const word of words) {
    await fill(run, 'citizen_words', growth, { word, citizen_id: `${base} + n` }, { where: `NOT (${left})` }, 'IGNORE')
  }
}

/** A session, an upload and a public page each, for some. */
export async function sessionsAndMedia(run: Run, growth: Growth, now: Date): Promise<void> {
  await fill(run, 'sessions', growth, {
    id: uidSql('citizen'),
    citizen_id: `${base} + n`,
    salt: `REPEAT('s', 16)`,
    generation: '1',
    rotated_at: literal(now),
    created_at: literal(now),
    expires_at: before(now, '-30', 'DAY'),
    user_agent: `'a browser'`,
  })
  await fill(run, 'media', growth, {
    id: `${base} + n`,
    owner_id: `${base} + n`,
    name: `CONCAT('uploads/', n, '.webp')`,
    hash: `SHA2(n, 256)`,
    preset: `'profile'`,
    type: `'image/webp'`,
    bytes: '9000',
    sent_bytes: '9000',
    created_at: literal(now),
    review_at: before(now, '-1', 'DAY'),
  })
  // All ids end alike here: the number is of another making.
  const page = { citizen_id: `${base} + n`, number: `LPAD(HEX(n), 8, '0')`, shown_at: literal(now) }
  await fill(run, 'citizen_pages', growth, page, { where: `NOT (${left})` })
}
