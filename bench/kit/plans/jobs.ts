import { works } from '../../../apps/server/src/app/services.ts'
import type { PlanCase } from './judge.ts'

const step = 500
const yesterday = "((now() at time zone 'Asia/Bangkok')::date - 1)"

/** What each job is to find, and how much of it; the others run on what there is. */
const found: Readonly<Record<string, { readonly prepared: string; readonly answers: number }>> = {
  memberFacts: {
    prepared: `insert into member_facts_stale (member_id) select id from members limit ${step}`,
    answers: step,
  },
  rollups: {
    prepared: `insert into rollup_moves (figure, business_on, parts, entries, amount_minor)
      select 'day', ${yesterday}, '{deposit,credited,10,auto,3}', 1, 100 from generate_series(1, ${step})`,
    answers: step,
  },
  payouts: {
    prepared: `update withdrawals set state = 'approved', decision_kind = 'employee', decided_at = now(),
      decided_by = (select id from employees order by id limit 1), bank_account_id =
        (select id from bank_accounts where role = 'withdrawal') where id in
      (select id from withdrawals where state = 'review' order by id limit 20)`,
    answers: 20,
  },
  hints: {
    prepared: `update statement_lines set chain = 'hint', state = 'waiting', hint_until = now() - interval
      '1 minute' where id in (select id from statement_lines where state = 'unmatched' limit 100)`,
    answers: 100,
  },
  depositRequests: { prepared: 'select', answers: 2000 },
  activitySeals: { prepared: 'select', answers: 300 },
  events: {
    prepared: `update event_progress set activity_seq = activity_seq - ${step}, alarms_at = now() - interval
      '1 day'; insert into event_hints (topic, entity_id) select 'withdrawal', outside_id('wdr', id)
        from withdrawals where state = 'review' limit 200`,
    answers: step,
  },
  groups: {
    prepared: `update event_progress set group_event_id = group_event_id - ${step}`,
    answers: step,
  },
  businessDays: {
    prepared: `delete from day_closings where business_on >= ${yesterday};
    insert into day_closings (business_on, closed_at, transfer_count, digest)
      values (${yesterday} - 1, now(), 0, '\\x00') on conflict do nothing`,
    answers: 10_000,
  },
  backgroundJobs: { prepared: 'select', answers: 200 },
  oldIdempotencyKeys: { prepared: 'select', answers: 5000 },
  oldNonces: { prepared: 'select', answers: 5000 },
  oldGuesses: { prepared: 'select', answers: 5000 },
  oldSessions: { prepared: 'select', answers: 5000 },
  oldNotices: { prepared: 'select', answers: 5000 },
  oldLaunches: { prepared: 'select', answers: 5000 },
}

/** Work that drains asks before each step whether it is stopped: it is when it asks again. */
function afterOneStep(): AbortSignal {
  let asked = 0
  const { signal } = new AbortController()
  Object.defineProperty(signal, 'aborted', { get: () => (asked += 1) > 1 })
  return signal
}

/** Each job once as it finds the book, and once with something to do. */
export const jobCases = (): PlanCase[] =>
  works.flatMap((work) => {
    const run: PlanCase['run'] = async ({ services }) => {
      await work.run(services, afterOneStep())
    }
    const { progress } = work
    const busy = found[work.name]
    return [
      ...(progress === undefined
        ? []
        : [
            {
              name: `job ${work.name}: how far`,
              run: ({ services }) => progress(services),
            } satisfies PlanCase,
          ]),
      ...(busy === undefined
        ? [{ name: `job ${work.name}`, run }]
        : [{ name: `job ${work.name}`, run, ...busy }]),
    ]
  })
