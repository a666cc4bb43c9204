import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { statementFiles } from '@khlang/contract/payments/statement-files.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { valueOn } from '../../platform/business-day.ts'
import { prepared, type Handlers, type Services } from '../../platform/call/context.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { keepStatement } from '../../platform/files/kept-statements.ts'
import { attachToApproval } from '../../platform/files/private-files.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { statementFile } from './approval-kinds.ts'
import { markAsked, writeRows } from './file-writes.ts'
import { importFile } from './import-file.ts'
import { changesMoney } from './joining/plan-import.ts'
import { previewOf } from './preview.ts'
import * as queries from './queries.ts'
import { hashOfRows, planOf, readBytes, readKept } from './read-file.ts'
import { headingsOf, type FileMapping } from './reading/fields.ts'

type Files = Handlers<typeof statementFiles>

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** @throws statementKnown when these bytes were asked for or imported into the account */
async function assertOnce(db: Reader, accountId: string, sha256: string): Promise<void> {
  const same = await queries.sameFile(db, accountId, sha256)
  if (same) throw new ApiError('statementKnown', { details: same })
}

/** @throws forbidden: what is in a file is for who sent it, and for who may see balances */
function assertMayRead(file: queries.KeptFile, actor: EmployeeActor): void {
  if (file.uploadedBy !== actor.id && !seesBalances(actor)) throw new ApiError('forbidden')
}

/** The file as it is asked for, read before any transaction. */
async function readAsked(
  services: Pick<Services, 'db' | 'privateDir' | 'secrets' | 'now'>,
  { id, mapping }: HandlerInput<typeof statementFiles.ask>,
) {
  const file = await queries.keptFile(services.db, id)
  if (file.state !== 'uploaded') throw new ApiError('stateRefused', { details: { state: file.state } })
  const wish = { said: mapping, saved: [], nowMs: services.now() }
  const { statement, mappingFault, headings } = await readKept(services, file, wish)
  if (statement === null)
    throw new ApiError('statementRefused', { details: { reason: mappingFault ?? 'noColumn' } })
  return { statement, headings }
}

export const statementFileHandlers: Files = {
  list: async ({ db, actor, input, services: { secrets } }) => {
    const sort = [{ by: sql`f.id`, type: 'uuid' as const }]
    const keyset = keysetOf({ list: 'statementFiles.list', sort, input, actor, secrets })
    return queries.pageOfFiles(db, input.id, keyset, seesBalances(actor))
  },

  get: async ({ db, actor, input }) => queries.findFile(db, input.id, seesBalances(actor)),

  upload: prepared(
    async ({ statement }) => {
      const { encoding, rowCount } = await readBytes(statement, null)
      return { encoding, rowCount, sha256: createHash('sha256').update(statement).digest() }
    },
    async ({ tx, input, actor, services, statement, record }, { encoding, rowCount, sha256 }) => {
      const hash = sha256.toString('hex')
      await assertOnce(tx, input.id, hash)
      const privateFileId = await keepStatement(tx, services, {
        bytes: statement,
        sha256,
        uploadedBy: actor.id,
      })
      const id = randomUUIDv7()
      await tx
        .insertInto('statement_files')
        .values({
          id,
          bank_account_id: input.id,
          private_file_id: privateFileId,
          sha256: hash,
          bytes: statement.length,
          encoding,
          uploaded_by: actor.id,
        })
        .execute()
      await record({
        entity: 'bankAccount',
        entityId: encodeId('bankAccount', input.id),
        action: 'statementUploaded',
        detail: { file: encodeId('statementFile', id), sha256: hash, bytes: statement.length },
      })
      return { id, rowCount }
    },
  ),

  preview: async ({ db, actor, input, services }) => {
    const file = await queries.keptFile(db, input.id)
    assertMayRead(file, actor)
    return previewOf(services, file, input.mapping, seesBalances(actor))
  },

  ask: prepared(
    async ({ input, services }) => readAsked(services, input),
    async (context, read) => {
      const { tx, input, actor, services, ask } = context
      const file = await queries.lockFile(tx, input.id)
      // The one who sent it asks for it: whoever agrees is somebody else than both.
      if (file.uploadedBy !== actor.id) throw new ApiError('forbidden')
      if (file.state !== 'uploaded') throw new ApiError('stateRefused', { details: { state: file.state } })
      await assertOnce(tx, file.accountId, file.sha256)
      const { plan, fault } = await planOf(tx, file, read.statement, services.now())
      if (fault !== null) throw new ApiError('statementRefused', { details: { reason: fault } })
      const { rows, newRows, healed } = plan
      const moved = (direction: 'in' | 'out') =>
        sum(newRows.filter((row) => row.direction === direction).map(({ amountMinor }) => amountMinor))
      const days = rows.map(({ at }) => valueOn(at)).toSorted()
      const facts = {
        name: input.name,
        rowsSha256: hashOfRows(rows),
        newCount: newRows.length,
        inMinor: moved('in'),
        outMinor: moved('out'),
        fromOn: days[0] ?? '',
        toOn: days.at(-1) ?? '',
      }
      await writeRows(tx, file.id, rows)
      const { openingMinor, closingMinor } = read.statement.ordered
      const asked = { ...facts, mapping: input.mapping satisfies FileMapping, openingMinor, closingMinor }
      await markAsked(tx, file.id, asked, rows.length)
      const headings = headingsOf(input.mapping.columns, read.headings)
      if (input.mapping.headerRow > 0)
        await queries.saveMapping(tx, { bank: file.bank, headings, by: actor.id })
      if (!changesMoney(plan)) {
        await importFile(context, file, { approvalId: null, reason: input.reason, newMax: 0 })
        return { state: 'done', approvalId: null }
      }
      const named = { id: file.privateFileId, sha256: file.sha256 }
      const answer = await ask(
        statementFile,
        {
          fileId: encodeId('statementFile', file.id),
          accountId: encodeId('bankAccount', file.accountId),
          account: file.label,
          evidence: named,
          rowCount: rows.length,
          healedCount: healed.length,
          ...facts,
        },
        { reason: input.reason },
      )
      await attachToApproval(tx, named, answer.approvalId)
      return answer
    },
  ),
}
