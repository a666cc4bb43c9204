import type { preTransactionSlips } from '@khlang/contract/pre-transactions/slips.ts'
import { readSlipQr, type SlipQr } from '@khlang/contract/values/slip-qr.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { prepared, type Handlers, type Services } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { keepPicture, openNamed } from '../../platform/files/private-files.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand, seesSubject } from '../../platform/people/visibility.ts'
import { cleanType, type CleanPicture } from '../../platform/security/pictures.ts'
import { askService } from './ask-service.ts'
import { codesIn } from './read-code-thread.ts'
import type { SlipAnswer } from './services/service.ts'
import { shownSlip, slipsWhere, type SlipRow } from './slip-rows.ts'
import { answerColumns, lockSlip, writeAnswer } from './slip-writes.ts'

const againAfterS = 30

interface ReadSlip extends SlipQr {
  readonly payload: string
  readonly answer: SlipAnswer | null
}

const ofTransfer = ({ sendingBank, transRef }: SlipQr) =>
  sql`s.sending_bank = ${sendingBank} and s.trans_ref = ${transRef}`

/** Reads the code and asks of it, before any transaction. @throws slipUnreadable: no code of a slip in it */
async function readPicture(services: Services, picture: CleanPicture): Promise<ReadSlip> {
  const payload = (await codesIn(picture.bytes)).find((text) => readSlipQr(text) !== null)
  const named = payload === undefined ? null : readSlipQr(payload)
  if (payload === undefined || named === null) throw new ApiError('slipUnreadable', { field: 'picture' })
  const isKnown = (await slipsWhere(services.db, ofTransfer(named))).length > 0
  const answer = isKnown ? null : await askService(services, { payload, transRef: named.transRef })
  return { ...named, payload, answer }
}

/** The slip of this transfer that was brought before; of this member it is shown again. @throws slipSeen */
async function broughtBefore(
  tx: Tx,
  { read, memberId, actor }: { read: ReadSlip; memberId: string; actor: EmployeeActor },
): Promise<SlipRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`slip:${read.sendingBank}:${read.transRef}`}))`.execute(
    tx,
  )
  const [slip] = await slipsWhere(tx, ofTransfer(read))
  if (!slip || slip.memberId === memberId) return slip
  const isSeen = await seesSubject(tx, actor, 'member', slip.memberId)
  const { rows } = await sql<{ username: string }>`
    select username from members where id = ${slip.memberId}`.execute(tx)
  const username = isSeen ? (rows[0]?.username ?? null) : null
  throw new ApiError('slipSeen', { details: { at: slip.createdAt, by: slip.by, username } })
}

const whole = async (db: Reader, id: string): Promise<SlipRow> => {
  const [slip] = await slipsWhere(db, sql`s.id = ${id}`)
  if (!slip) throw new ApiError('notFound')
  return slip
}

/** Payment slips: evidence that a person looks at. None of these calls moves money. */
export const slipHandlers: Handlers<typeof preTransactionSlips> = {
  readSlip: prepared(
    async ({ services, picture }) => readPicture(services, picture),
    async ({ tx, input, actor, services, picture, record, announce }, read) => {
      const nowMs = services.now()
      const shown = { amountMinor: null, nowMs, seesBrand: seesBrand(actor) }
      const before = await broughtBefore(tx, { read, memberId: input.id, actor })
      if (before) {
        await record({
          entity: 'slip',
          entityId: encodeId('slip', before.id),
          action: 'slipRead',
          detail: { memberId: encodeId('member', input.id), isAgain: true },
        })
        return shownSlip(tx, before, shown)
      }
      const kept = await keepPicture(tx, services, { purpose: 'slip', picture, uploadedBy: actor.id })
      const id = randomUUIDv7()
      const { state, told, reason, nextCheckAt } = answerColumns(read.answer, 0, nowMs)
      const isAsked = read.answer !== null
      await sql`
        insert into slips (id, member_id, private_file_id, qr_payload, sending_bank, trans_ref, state, told,
          reason, checks, checked_at, next_check_at, uploaded_by)
        values (${id}, ${input.id}, ${kept.id}, ${read.payload}, ${read.sendingBank}, ${read.transRef},
          ${state}, ${told === null ? null : JSON.stringify(told)}::jsonb, ${reason}, ${isAsked ? 1 : 0},
          ${isAsked ? new Date(nowMs).toISOString() : null}::timestamptz, ${nextCheckAt}::timestamptz,
          ${actor.id})`.execute(tx)
      await sql`update private_files set entity = 'slip', entity_id = ${id}, attached_at = now()
         where id = ${kept.id}`.execute(tx)
      const slipId = encodeId('slip', id)
      await record({
        entity: 'slip',
        entityId: slipId,
        action: 'slipRead',
        after: { state, transRef: read.transRef },
        detail: { memberId: encodeId('member', input.id), sha256: kept.sha256 },
      })
      await announce('slip', slipId, 1)
      return shownSlip(tx, await whole(tx, id), shown)
    },
  ),

  slip: async ({ db, input, actor, services }) =>
    shownSlip(db, await whole(db, input.id), {
      amountMinor: input.amountMinor ?? null,
      nowMs: services.now(),
      seesBrand: seesBrand(actor),
    }),

  slipsOfDeposit: async ({ db, input, actor, services }) => {
    const of = { amountMinor: null, nowMs: services.now(), seesBrand: seesBrand(actor) }
    const slips = await slipsWhere(db, sql`s.deposit_id = ${input.id}`)
    return { records: await Promise.all(slips.map((slip) => shownSlip(db, slip, of))) }
  },

  slipPicture: async ({ tx, input, services, record, sendFile }) => {
    const { id, fileId, sha256 } = await whole(tx, input.id)
    const slipId = encodeId('slip', id)
    const content = await openNamed(services, { id: fileId, sha256 })
    await record({ entity: 'slip', entityId: slipId, action: 'slipSeen', detail: { sha256 } })
    sendFile({ content, name: `${slipId}.jpg`, mimeType: cleanType })
    return {}
  },

  checkSlip: prepared(
    async ({ services, input }) => {
      const { state, checkedAt, payload, transRef } = await whole(services.db, input.id)
      if (state === 'verified') throw new ApiError('stateRefused', { details: { state } })
      const againMs = checkedAt === null ? 0 : Date.parse(checkedAt) + againAfterS * 1000
      const waitMs = againMs - services.now()
      if (waitMs > 0) throw new ApiError('tooManyRequests', { retryAfterS: Math.ceil(waitMs / 1000) })
      return askService(services, { payload, transRef })
    },
    async ({ tx, input, actor, services, record }, answer) => {
      const slip = await lockSlip(tx, input.id)
      if (!slip) throw new ApiError('notFound')
      // Somebody else may have heard of it meanwhile.
      if (slip.state !== 'verified') await writeAnswer(tx, slip, answer, services.now())
      const now = await whole(tx, input.id)
      await record({
        entity: 'slip',
        entityId: encodeId('slip', input.id),
        action: 'slipChecked',
        before: { state: slip.state },
        after: { state: now.state },
      })
      const of = { amountMinor: null, nowMs: services.now(), seesBrand: seesBrand(actor) }
      return shownSlip(tx, now, of)
    },
  ),
}
