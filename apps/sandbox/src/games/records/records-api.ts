import type { GameKey } from '../provider-words.ts'
import type { RoundRecords } from './round-records.ts'

interface Said {
  readonly status: number
  readonly type: 'text/csv' | 'application/json'
  readonly text: string
}

interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: string
}

/** The feed tells so much time at once. */
const feedMs = 600_000
const columns = 'playerID,extPlayerID,gameID,playSessionID,timestamp,referenceID,type,amount,currency'

const json = (status: number, value: object): Said => ({
  status,
  type: 'application/json',
  text: JSON.stringify(value),
})

/** Ten minutes of transactions from a point of time on, and from where they go on. */
function transactions(records: RoundRecords, { url }: Asked, nowMs: number): Said {
  const fromMs = Number(url.searchParams.get('timepoint'))
  const untilMs = Math.min(fromMs + feedMs, nowMs)
  const rows = records
    .transactions(fromMs, untilMs)
    .map((row) =>
      [
        '1',
        row.member,
        row.game,
        row.round,
        new Date(row.atMs).toISOString().slice(0, 19).replace('T', ' '),
        row.reference,
        row.type,
        row.amount,
        'THB',
      ].join(','),
    )
  const text = [`timepoint=${untilMs}`, columns, ...rows].join('\n')
  return { status: 200, type: 'text/csv', text }
}

function history(records: RoundRecords, form: URLSearchParams): Said {
  const [from, until] = [Number(form.get('from_time')), Number(form.get('to_time'))]
  const data = records.history(from, until).map((row) => ({
    parentBetId: row.bet,
    betId: row.bet,
    playerName: row.member,
    gameId: row.game,
    betAmount: Number(row.staked),
    winAmount: Number(row.won),
    rowVersion: row.version,
  }))
  return json(200, { data, error: null })
}

/** What the pretend providers answer that is asked about their rounds; null: they have no such call. */
export function answerRecords(
  records: RoundRecords,
  { secret }: GameKey,
  asked: Asked,
  nowMs: number,
): Said | null {
  const { method, url, body } = asked
  if (method === 'GET' && url.pathname.endsWith('/api/DataFeeds/transactions/'))
    return url.searchParams.get('password') === secret
      ? transactions(records, asked, nowMs)
      : { status: 401, type: 'text/csv', text: '' }
  if (method !== 'POST' || !url.pathname.endsWith('/api/Bet/v4/GetHistoryForSpecificTimeRange')) return null
  const form = new URLSearchParams(body)
  return form.get('secret_key') === secret
    ? history(records, form)
    : json(401, { data: null, error: { code: '1204' } })
}
