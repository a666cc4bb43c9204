import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Database, Reader, Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { closePair } from '../bank-lines/close-pair.ts'
import { lockLine } from '../bank-lines/intake/intake-queries.ts'
import { endTransfer, findTransfer, lockTransfer, sinceAgreed } from './queries.ts'
import { pairsOf, toHalf } from './rules.ts'
import { isProof, tellUnawaited } from './unawaited.ts'

/** How long one half may stand alone before somebody is told, and a transfer wait for its halves. */
const oneSidedMinutes = 15
const waitHours = 24

interface StoredHalf {
  readonly id: string
  readonly at: string
  readonly mask: string | null
  readonly bank: string | null
  readonly name: string | null
  readonly isClaimed: boolean
}
interface Waiting {
  readonly id: string
  readonly reference: string
  readonly amountMinor: number
  readonly fromId: string
  readonly toId: string
  readonly fromNo: string
  readonly toNo: string
  readonly fromBank: string
  readonly toBank: string
  readonly fromName: string
  readonly toName: string
  readonly isLate: boolean
  readonly isOver: boolean
  readonly outs: readonly StoredHalf[]
  readonly ins: readonly StoredHalf[]
}

/** Agreed transfers that wait, oldest first, each with the open lines that may be its halves. */
async function waitingTransfers(db: Reader): Promise<Waiting[]> {
  const halves = (account: string, direction: 'in' | 'out') => sql`
    coalesce((select json_agg(json_build_object('id', l.id, 'at', l.received_at,
             'mask', l.payer_mask, 'bank', l.payer_bank,
             'name', l.payer_name, 'isClaimed', l.state = 'suggested' or l.best_member_id is not null)
             order by l.id)
       from statement_lines l where l.bank_account_id = ${sql.ref(account)}
        and l.direction = ${sql.lit(direction)} and l.amount_minor = t.amount_minor
        and l.id > ${sinceAgreed} and ${isProof}), '[]')`
  const { rows } = await sql<Waiting>`
    select t.id, t.reference, t.amount_minor as "amountMinor", t.from_account_id as "fromId",
           t.to_account_id as "toId", f.account_no as "fromNo", g.account_no as "toNo",
           f.bank as "fromBank", g.bank as "toBank", f.account_name as "fromName",
           g.account_name as "toName",
           t.approved_at < now() - make_interval(mins => ${sql.lit(oneSidedMinutes)}) as "isLate",
           t.approved_at < now() - make_interval(hours => ${sql.lit(waitHours)}) as "isOver",
           ${halves('t.from_account_id', 'out')} as outs, ${halves('t.to_account_id', 'in')} as ins
      from own_transfers t join bank_accounts f on f.id = t.from_account_id
      join bank_accounts g on g.id = t.to_account_id
     where t.state = 'approved' order by t.approved_at, t.id`.execute(db)
  return rows
}

const endOf = (one: Waiting, end: 'from' | 'to') =>
  end === 'from'
    ? { bank: one.fromBank, accountNo: one.fromNo, accountName: one.fromName }
    : { bank: one.toBank, accountNo: one.toNo, accountName: one.toName }

/** Lines that belong together by these transfers, as the statements stand now. */
function found(waiting: readonly Waiting[], nowMs: number) {
  const groups = Map.groupBy(waiting, (one) => `${one.fromId} ${one.toId} ${one.amountMinor}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const others = waiting.filter((one) => one.amountMinor === first.amountMinor && !group.includes(one))
    return pairsOf(
      group.map(({ id }) => id),
      first.outs.map((half) => toHalf(half, endOf(first, 'to'))),
      first.ins.map((half) => toHalf(half, endOf(first, 'from'))),
      {
        isOutShared: others.some(({ fromId }) => fromId === first.fromId),
        isInShared: others.some(({ toId }) => toId === first.toId),
        nowMs,
      },
    )
  })
}

/** Closes a transfer with its two lines, unless somebody was faster. */
async function close(
  tx: Tx,
  { transferId, outId, inId }: { transferId: string; outId: string; inId: string },
  on: string,
): Promise<void> {
  const transfer = await lockTransfer(tx, transferId)
  const lines = new Map<string, Awaited<ReturnType<typeof lockLine>>>()
  for (const id of [outId, inId].toSorted()) lines.set(id, await lockLine(tx, id))
  const [outOf, into] = [lines.get(outId), lines.get(inId)]
  const isOpen = (state: string | undefined) => state === 'unmatched' || state === 'suggested'
  if (!outOf || !into || transfer.state !== 'approved') return
  if (!isOpen(outOf.state) || !isOpen(into.state)) return
  if (outOf.chain === 'hint' || into.chain === 'hint') return
  const entityId = encodeId('ownTransfer', transferId)
  await recordActivity(tx, 'system', null, {
    entity: 'ownTransfer',
    entityId,
    action: 'ownTransferDone',
    after: { reference: transfer.reference, amountMinor: transfer.amountMinor },
    detail: {
      outLineId: encodeId('statementLine', outId),
      inLineId: encodeId('statementLine', inId),
    },
  })
  await closePair(tx, { into, outOf }, { handledBy: null, on, transferId })
}

/** Ends what nobody made within its day: a request that nobody decided, a transfer that no bank shows. */
async function endOld(db: Database, waiting: readonly Waiting[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select t.id from own_transfers t where t.state = 'asked' and not exists (
      select from approvals a where a.kind = 'ownTransfer' and a.state = 'pending' and a.expires_at > now()
         and a.entity_id = (select outside_id('otr', t.id)))`.execute(db)
  const unseen = waiting.filter(({ isOver, outs, ins }) => isOver && outs.length + ins.length === 0)
  for (const { id } of [...rows, ...unseen])
    await db.transaction().execute(async (tx) => {
      const transfer = await lockTransfer(tx, id)
      if (transfer.state !== 'asked' && transfer.state !== 'approved') return
      const { seenOut, seenIn } = await findTransfer(tx, id)
      if (seenOut || seenIn) return
      const entityId = encodeId('ownTransfer', id)
      await recordActivity(tx, 'system', null, {
        entity: 'ownTransfer',
        entityId,
        action: 'ownTransferExpired',
        before: { state: transfer.state },
        after: { state: 'expired' },
      })
      await announce(tx, 'ownTransfer', entityId, await endTransfer(tx, transfer, 'expired', null))
    })
}

/** An alarm for each transfer of which one bank alone tells for long; over when the other one does. */
async function tellOneSided(db: Reader, waiting: readonly Waiting[]): Promise<void> {
  const code = 'transfer.oneSided'
  const late = waiting.filter(({ isLate, outs, ins }) => isLate && outs.length + ins.length > 0)
  const ids = late.map(({ id }) => encodeId('ownTransfer', id))
  for (const [position, { reference, amountMinor }] of late.entries()) {
    const entityId = ids[position] ?? ''
    const detail = { label: reference, amountMinor }
    await raiseAlarm(db, { code, entity: 'ownTransfer', entityId, detail })
  }
  await sql`update alarms set cleared_at = now() where code = ${code} and cleared_at is null
    and entity_id <> all(${ids}::text[])`.execute(db)
}

/** Looks for the halves of agreed transfers on the statements, and closes those that are whole. */
export async function matchTransfers({ db, settings, now }: Services): Promise<void> {
  const waiting = await waitingTransfers(db)
  const on = businessOn(await settings.get(), now())
  for (const pair of found(waiting, now())) await db.transaction().execute((tx) => close(tx, pair, on))
  const left = waiting.length === 0 ? waiting : await waitingTransfers(db)
  await tellOneSided(db, left)
  await tellUnawaited(db)
  await endOld(db, left)
}

export const ownTransferWork: PeriodicWork = { name: 'ownTransfers', everyMs: 2000, run: matchTransfers }
