import type { preTransactionSlips } from '@khlang/contract/pre-transactions/slips.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { prepared, type Handlers } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { openNamed } from '../../platform/files/private-files.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand, seesSubject } from '../../platform/people/visibility.ts'
import { cleanType } from '../../platform/security/pictures.ts'
import { askService } from './ask-service.ts'
import { keepSlip, readPicture, slipOfTransfer, type ReadSlip } from './bring-slip.ts'
import { shownSlip, slipsWhere, type SlipRow } from './slip-rows.ts'
import { lockSlip, writeAnswer } from './slip-writes.ts'

const againAfterS = 30

/** The slip of this transfer that was brought before; of this member it is shown again. @throws slipSeen */
async function broughtBefore(
  tx: Tx,
  { read, memberId, actor }: { read: ReadSlip; memberId: string; actor: EmployeeActor },
): Promise<SlipRow | undefined> {
  const slip = await slipOfTransfer(tx, read)
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
      const kept = await keepSlip(tx, services, {
        read,
        picture,
        memberId: input.id,
        uploadedBy: actor.id,
      })
      const slipId = encodeId('slip', kept.id)
      await record({
        entity: 'slip',
        entityId: slipId,
        action: 'slipRead',
        after: { state: kept.state, transRef: read.transRef },
        detail: { memberId: encodeId('member', input.id), sha256: kept.sha256 },
      })
      await announce('slip', slipId, 1)
      return shownSlip(tx, await whole(tx, kept.id), shown)
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
