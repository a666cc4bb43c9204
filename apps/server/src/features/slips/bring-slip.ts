import { readSlipQr, type SlipQr } from '@khlang/contract/values/slips/qr.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { keepPicture } from '../../platform/files/private-files.ts'
import type { CleanPicture } from '../../platform/security/pictures.ts'
import { askService } from './ask-service.ts'
import { codesIn } from './read-code-thread.ts'
import type { SlipAnswer } from './services/service.ts'
import { slipsWhere, type SlipRow } from './slip-rows.ts'
import { answerColumns } from './slip-writes.ts'

export interface ReadSlip extends SlipQr {
  readonly payload: string
  readonly answer: SlipAnswer | null
}

const ofTransfer = ({ sendingBank, transRef }: SlipQr) =>
  sql`s.sending_bank = ${sendingBank} and s.trans_ref = ${transRef}`

/** Reads the code and asks of it, before any transaction. @throws slipUnreadable: no code of a slip in it */
export async function readPicture(services: Services, picture: CleanPicture): Promise<ReadSlip> {
  const payload = (await codesIn(picture.bytes)).find((text) => readSlipQr(text) !== null)
  const named = payload === undefined ? null : readSlipQr(payload)
  if (payload === undefined || named === null) throw new ApiError('slipUnreadable', { field: 'picture' })
  const isKnown = (await slipsWhere(services.db, ofTransfer(named))).length > 0
  const answer = isKnown ? null : await askService(services, { payload, transRef: named.transRef })
  return { ...named, payload, answer }
}

/** The slip of this transfer that somebody brought before; whoever brings it now waits for this one. */
export async function slipOfTransfer(tx: Tx, read: ReadSlip): Promise<SlipRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`slip:${read.sendingBank}:${read.transRef}`}))`.execute(
    tx,
  )
  return (await slipsWhere(tx, ofTransfer(read)))[0]
}

interface Brought {
  readonly read: ReadSlip
  readonly picture: CleanPicture
  readonly memberId: string
  /** Null: the member, at the member site. */
  readonly uploadedBy: string | null
}

/** Keeps a slip that nobody brought before, with its picture and what the service said of it. */
export async function keepSlip(
  tx: Tx,
  services: Services,
  { read, picture, memberId, uploadedBy }: Brought,
): Promise<{ readonly id: string; readonly state: string; readonly sha256: string }> {
  const nowMs = services.now()
  const kept = await keepPicture(tx, services, { purpose: 'slip', picture, uploadedBy })
  const id = randomUUIDv7()
  const { state, told, reason, nextCheckAt } = answerColumns(read.answer, 0, nowMs)
  const isAsked = read.answer !== null
  await sql`
    insert into slips (id, member_id, private_file_id, qr_payload, sending_bank, trans_ref, state, told,
      reason, checks, checked_at, next_check_at, uploaded_by)
    values (${id}, ${memberId}, ${kept.id}, ${read.payload}, ${read.sendingBank}, ${read.transRef},
      ${state}, ${told === null ? null : JSON.stringify(told)}::jsonb, ${reason}, ${isAsked ? 1 : 0},
      ${isAsked ? new Date(nowMs).toISOString() : null}::timestamptz, ${nextCheckAt}::timestamptz,
      ${uploadedBy}::uuid)`.execute(tx)
  await sql`update private_files set entity = 'slip', entity_id = ${id}, attached_at = now()
     where id = ${kept.id}`.execute(tx)
  return { id, state, sha256: kept.sha256 }
}
