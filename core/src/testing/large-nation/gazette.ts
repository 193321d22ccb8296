import { base, before, fill, uidSql, type Growth, type Run } from './numbers'

/** How many citizens ever held an office. */
const officials = 1_000
/** Of four entries two are of offices, one is of a poll and one of the bank. */
const ofOffices = 'n % 4 < 2'
const subject = `((n * 7919) % ${officials})`
const offices = 'president prime secretary finance creativity raid development citizens marketing justice'.split(' ')
const office = 'FLOOR(n / 4) % 10'
const word = (words: readonly string[], place: string) =>
  `ELT(1 + ${place}, ${words.map((one) => `'${one}'`).join(', ')})`

/**
 * Entries of the gazette as the projection writes them, straight into its tables, with the journal's entries that they stand for.
 * Entries have the numbers from one on: there are none before.
 */
export async function gazette(run: Run, growth: Growth, now: Date): Promise<void> {
  if (growth.from === growth.to) return
  const heads = (await run('SELECT seq FROM journal_head')) as { seq: string }[]
  const head = Number(heads[0]?.seq ?? 0) - growth.from
  const seq = `${head} + 1 + n`
  const about = `CASE WHEN ${ofOffices} THEN ${uidSql('citizen', subject)} WHEN n % 4 = 2 THEN ${uidSql('poll', '(n % 1000)')} END`
  await fill(run, 'journal', growth, {
    seq,
    kind: word(['government.appointed', 'government.removed', 'polls.created', 'bank.total-changed'], 'n % 4'),
    actor: uidSql('citizen', '(2 + n % 3)'),
    subject: about,
    visibility: `'public'`,
    facts: `CASE WHEN ${ofOffices} THEN CONCAT('{"office":"', ${word(roles, office)}, '","userId":"', ${uidSql('citizen', subject)}, '"}')
      WHEN n % 4 = 2 THEN CONCAT('{"pollId":"', ${uidSql('poll', '(n % 1000)')}, '"}') ELSE '{"totalCents":"900000"}' END`,
    at: before(now, `${growth.to} - n`, 'MINUTE'),
  })
  await fill(run, 'gazette_entries', growth, { number: '1 + n', seq, subject: about })
  await facets(run, growth)
  await words(run, growth)
  await run(`UPDATE journal_head SET seq = ${head + growth.to}`)
  await run(`INSERT INTO journal_projections (name, seq) VALUES ('gazette', ${head + growth.to})
    ON DUPLICATE KEY UPDATE seq = VALUES(seq)`)
}

const roles = ['president', 'primeMinister', 'secretary', 'financeMinister', 'creativityMinister', 'raidMinister', 'developmentMinister', 'citizensMinister', 'marketingMinister', 'justiceMinister'] // oxfmt-ignore

/** With or without kind and office, and citizen: none, the subject, the actor. */
const questions = [0, 1].flatMap((kind) => [0, 1].flatMap((of) => [0, 1, 2].map((who) => ({ kind, of, who }))))

async function facets(run: Run, growth: Growth): Promise<void> {
  const join = (which: typeof questions) =>
    `CROSS JOIN (${which.map(({ kind, of, who }) => `SELECT ${kind} AS k, ${of} AS o, ${who} AS w`).join(' UNION ALL ')}) AS q`
  const values = {
    kind: `IF(q.k = 1, ELT(1 + n % 4, 1, 2, 5, 6), 0)`,
    office: `IF(q.o = 1, 1 + ${office}, 0)`,
    person: `CASE q.w WHEN 0 THEN 0 WHEN 1 THEN ${base} + ${subject} ELSE ${base} + 2 + n % 3 END`,
    number: '1 + n',
  }
  const asked = questions.filter(({ kind, of, who }) => kind + of + who > 0)
  // Where actor and subject are the same, there is one row for both.
  await fill(run, 'gazette_facets', growth, values, { join: join(asked), where: ofOffices }, 'IGNORE')
  const plain = asked.filter(({ of, who }) => of === 0 && who !== 1)
  await fill(run, 'gazette_facets', growth, values, { join: join(plain), where: `NOT (${ofOffices})` })
}

async function words(run: Run, growth: Growth): Promise<void> {
  const number = '1 + n'
  const verbs = word(['appointed', 'removed', 'bridge', 'salaries'], 'n % 4')
  await fill(run, 'gazette_words', growth, { word: verbs, number })
  await fill(run, 'gazette_words', growth, { word: `'office'`, number }, { where: ofOffices })
  await fill(run, 'gazette_words', growth, { word: word(offices, office), number }, { where: ofOffices })
  await fill(run, 'gazette_words', growth, { word: `CONCAT('n', n)`, number }, { where: 'n % 4 = 2' })
  await fill(run, 'gazette_words', growth, { word: `'lighthouse'`, number }, { where: 'n % 100000 = 2' })
  await run(
    `INSERT IGNORE INTO gazette_terms (word, person) SELECT word, 0 FROM gazette_words WHERE number > ${growth.from}`,
  )
  await run(`INSERT IGNORE INTO gazette_terms (word, person) SELECT word, citizen_id FROM citizen_words
    WHERE citizen_id BETWEEN ${base} AND ${base + officials}`)
}
