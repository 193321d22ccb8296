import { electedRoles } from '@nation/domain/elections'
import type { NationSize } from '.'
import { base, before, fill, literal, uidSql, type Growth, type Run } from './numbers'

/** Polls, newest last; the last ones are open. The first citizen voted on one of two open ones, and on many that are closed. */
export async function polls(run: Run, growth: Growth, size: NationSize, now: Date): Promise<void> {
  // What was open in a smaller nation has been closed since.
  await run(`UPDATE polls SET status = 'closed', closed_at = ${literal(now)} WHERE status = 'open' AND id >= ${base}`)
  const open = `n >= ${size.polls - size.openPolls}`
  await fill(run, 'polls', growth, {
    id: `${base} + n`,
    uid: uidSql('poll'),
    question: `CONCAT('Which bridge shall be built first, asked for the ', n, 'th time?')`,
    status: `CASE WHEN ${open} THEN 'open' WHEN n % 500 = 7 THEN 'deleted' ELSE 'closed' END`,
    created_by: `${base} + 1`,
    created_by_role: `'government'`,
    created_at: before(now, `${size.polls} - n`, 'MINUTE'),
    updated_at: before(now, `${size.polls} - n`, 'MINUTE'),
    closes_at: `IF(${open} AND n % 2 = 0, ${before(now, '-9', 'DAY')}, NULL)`,
    closed_at: `IF(${open}, NULL, ${literal(now)})`,
  })
  await fill(
    run,
    'poll_options',
    { from: growth.from * 3, to: growth.to * 3 },
    {
      id: `${base} + n`,
      uid: uidSql('option'),
      poll_id: `${base} + FLOOR(n / 3)`,
      place: 'n % 3',
      text: `CONCAT('Bridge ', n % 3)`,
      votes: 'n % 1000',
    },
  )
  await fill(run, 'poll_tallies', growth, { poll_id: `${base} + n`, votes: 'n % 3000' })
  await fill(run, 'poll_log', growth, {
    poll_id: `${base} + n`,
    what: `'created'`,
    by_id: `${base} + 1`,
    at: before(now, `${size.polls} - n`, 'MINUTE'),
    facts: `'{}'`,
  })
  const vote = { poll_id: `${base} + n`, option_id: `${base} + 3 * n`, voted_at: before(now, '9', 'DAY') }
  const few = Math.floor(size.openPolls / 2)
  await fill(
    run,
    'poll_votes',
    { from: Math.max(growth.from, size.polls - 2_000 - few), to: size.polls - few },
    {
      ...vote,
      citizen_id: String(base),
    },
  )
  await fill(run, 'poll_votes', { from: growth.from, to: growth.to }, { ...vote, citizen_id: `${base} + 5 + n % 900` })
}

/** Interviews; the first has very many responses, the others some. A hundred take answers, one of ten is deleted. */
export async function interviews(run: Run, growth: Growth, responses: Growth, now: Date): Promise<void> {
  await fill(run, 'interviews', growth, {
    id: `${base} + n`,
    uid: uidSql('interview'),
    title: `CONCAT('The harbour ', n)`,
    description: `'What should become of the old harbour?'`,
    is_active: 'n % 10 = 0 AND n < 1000',
    opened_at: literal(now),
    created_by: `${base} + 1`,
    created_at: literal(now),
    updated_at: literal(now),
    archived_at: `IF(n % 10 = 9, ${literal(now)}, NULL)`,
  })
  await fill(
    run,
    'interview_questions',
    { from: growth.from * 2, to: growth.to * 2 },
    {
      id: `${base} + n`,
      uid: uidSql('question'),
      interview_id: `${base} + FLOOR(n / 2)`,
      place: '1 + n % 2',
      question: `'What do you miss there?'`,
    },
  )
  await fill(run, 'interview_responses', responses, {
    id: `${base} + n`,
    uid: uidSql('response'),
    interview_id: String(base),
    citizen_id: `${base} + n`,
    submitted_at: literal(now),
  })
  await fill(
    run,
    'interview_answers',
    { from: responses.from * 2, to: responses.to * 2 },
    {
      response_id: `${base} + FLOOR(n / 2)`,
      question_id: `${base} + n % 2`,
      answer: `CONCAT('A place to sit by the water, and boats: ', n)`,
    },
  )
  // The first citizen answered half of the others.
  await fill(
    run,
    'interview_responses',
    { from: Math.max(1, growth.from), to: growth.to },
    {
      id: `2 * ${base} + n`,
      uid: uidSql('response', `(2 * ${base} + n)`),
      interview_id: `${base} + n`,
      citizen_id: String(base),
      submitted_at: literal(now),
    },
    { where: 'n % 20 < 10' },
  )
}

const paid = electedRoles.length

/** Cycles of the bank: funded, paid to every elected official, and paid out but for the newest ten. */
export async function bank(run: Run, growth: Growth, now: Date): Promise<void> {
  if (growth.from === 0) {
    await run(
      `INSERT INTO bank_state (id, movements, seal) VALUES (1, 0, REPEAT('0', 64)) ON DUPLICATE KEY UPDATE id = id`,
    )
    await run(`INSERT INTO ledger_accounts (id, name, kind, balance_cents) VALUES
      (${base}, 'outside', 'outside', 0), (${base} + 1, 'treasury', 'treasury', 0)`)
  }
  const at = before(now, '7 * (1500 - n)', 'DAY')
  await fill(run, 'bank_cycles', growth, {
    id: `${base} + n`,
    number: '1 + n',
    starts_at: at,
    due_at: before(now, '7 * (1500 - n) - 7', 'DAY'),
    total_cents: `${paid}00000`,
    paid_cents: `${paid}00000`,
    vacant_cents: '0',
    percentages: `'{"president":20}'`,
    processed_at: at,
  })
  const payments = { from: growth.from * paid, to: growth.to * paid }
  const payee = `4 + n`
  await fill(run, 'ledger_accounts', payments, {
    id: `${base} + 10 + n`,
    name: `CONCAT('official:', ${uidSql('citizen', `(${payee})`)})`,
    kind: `'official'`,
    citizen_id: `${base} + ${payee}`,
    balance_cents: '0',
  })
  await movements(run, { from: growth.from * (paid + 2), to: growth.to * (paid + 2) }, now)
  await fill(run, 'bank_payments', payments, {
    id: `${base} + n`,
    uid: uidSql('payment'),
    cycle_id: `${base} + FLOOR(n / ${paid})`,
    office: `ELT(1 + n % ${paid}, ${electedRoles.map((office) => `'${office}'`).join(', ')})`,
    citizen_id: `${base} + ${payee}`,
    amount_cents: '100000',
    held_ms: '604800000',
    movement_id: `${base} + FLOOR(n / ${paid}) * ${paid + 2} + 1`,
  })
  await fill(
    run,
    'bank_payouts',
    { from: payments.from, to: payments.to - 90 },
    {
      payment_id: `${base} + n`,
      rail: `'ledger'`,
      reference: `CONCAT('Transfer ', n)`,
      movement_id: `${base} + FLOOR(n / ${paid}) * ${paid + 2} + 2 + n % ${paid}`,
      paid_at: literal(now),
    },
  )
}

async function movements(run: Run, growth: Growth, now: Date): Promise<void> {
  await fill(run, 'ledger_movements', growth, {
    id: `${base} + n`,
    uid: uidSql('movement'),
    number: '1 + n',
    kind: `CASE n % ${paid + 2} WHEN 0 THEN 'funding' WHEN 1 THEN 'salaries' ELSE 'payout' END`,
    booked_at: literal(now),
    seal: `SHA2(n, 256)`,
  })
  await fill(run, 'ledger_entries', growth, {
    movement_id: `${base} + n`,
    account_id: String(base),
    amount_cents: `IF(n % ${paid + 2} = 0, -${paid}00000, 100000)`,
  })
  await fill(run, 'ledger_entries', growth, {
    movement_id: `${base} + n`,
    account_id: `${base} + 1`,
    amount_cents: `IF(n % ${paid + 2} = 0, ${paid}00000, -100000)`,
  })
}

export const broadcasts = (run: Run, growth: Growth, now: Date): Promise<void> =>
  fill(run, 'broadcasts', growth, {
    id: `${base} + n`,
    uid: uidSql('broadcast'),
    message: `CONCAT('Voting is open ', n)`,
    type: `'info'`,
    created_by: `${base} + 2`,
    created_at: literal(now),
    archived_by: `IF(n % 200 = 0, NULL, ${base} + 2)`,
    archived_at: `IF(n % 200 = 0, NULL, ${literal(now)})`,
  })

export const longWork = (run: Run, growth: Growth, now: Date): Promise<void> =>
  fill(run, 'long_work', growth, {
    kind: `'citizens.refresh-balances'`,
    work_key: 'n',
    state: `'done'`,
    total: '10',
    done: '10',
    started_at: before(now, 'n', 'MINUTE'),
    updated_at: before(now, 'n', 'MINUTE'),
    finished_at: before(now, 'n', 'MINUTE'),
  })

const kinds = `'elections.voted', 'polls.voted', 'citizens.updated', 'candidates.updated', 'interviews.answered'`

/** Entries that are numbered, of many citizens, the first one among them. */
export async function journal(run: Run, growth: Growth, citizens: number, now: Date): Promise<void> {
  if (growth.from === growth.to) return
  const heads = (await run('SELECT seq FROM journal_head')) as { seq: string }[]
  const head = Number(heads[0]?.seq ?? 0) - growth.from
  const who = uidSql('citizen', `((n * 7919) % ${citizens})`)
  await fill(run, 'journal', growth, {
    seq: `${head} + 1 + n`,
    kind: `ELT(1 + n % 5, ${kinds})`,
    actor: who,
    subject: who,
    visibility: `'system'`,
    facts: `'{}'`,
    at: before(now, `${growth.to} - n`, 'SECOND'),
  })
  await run(`UPDATE journal_head SET seq = ${head + growth.to}`)
}
