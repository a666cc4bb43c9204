import { guessMarks } from '@khlang/bank-messages/taught/guess-marks.ts'
import { isSenderOfOtherBank } from '@khlang/bank-messages/senders.ts'
import type { taughtFormats } from '@khlang/contract/pre-transactions/taught-formats.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUIDv7 } from 'node:crypto'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { keysetOf } from '../../platform/db/cursor.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBalances } from '../../platform/people/visibility.ts'
import { taughtFormat } from './approval-kinds.ts'
import { countFitting, judgeMarks, teachableOf } from './marked.ts'
import { sendersOf } from './message-queries.ts'
import * as queries from './queries.ts'
import { readingOf } from './rules.ts'
import { trialShown } from './trial-shown.ts'

/** So many versions are tried at a time. */
const tryingMax = 5
const endable: readonly string[] = ['trying', 'tried', 'failed', 'refused', 'active']

/** A whole message says what lies on our accounts. @throws forbidden */
function assertSees(actor: EmployeeActor): void {
  if (!seesBalances(actor)) throw new ApiError('forbidden')
}

async function assertRoom(tx: Tx): Promise<void> {
  if ((await queries.countTrying(tx)) >= tryingMax)
    throw new ApiError('stateRefused', { details: { state: 'trying' } })
}

type Teaching = Handlers<typeof taughtFormats>

const teach: Teaching['teach'] = async ({ tx, actor, input, record, announce }) => {
  assertSees(actor)
  await assertRoom(tx)
  const teachable = await teachableOf(tx, input.messageId)
  const { bank, stored } = teachable
  const { shape, problems } = judgeMarks(teachable, input)
  if (problems.length > 0)
    throw new ApiError('formatRefused', { details: { problems: problems.map(({ code }) => code) } })
  const heard = await sendersOf(tx, bank, stored.source)
  const senders = [...new Set(input.senders.map((sender) => sender.toLowerCase()))].sort()
  const isHeard = senders.every(
    (sender) => heard.includes(sender) && !(stored.source === 'sms' && isSenderOfOtherBank(bank, sender)),
  )
  if (!isHeard || !senders.includes(stored.sender.toLowerCase()))
    throw new ApiError('invalidValue', { field: 'senders' })
  const family = input.changesId === undefined ? [] : await queries.lockFamily(tx, input.changesId)
  const [changed] = family
  if (changed && (changed.bank !== bank || changed.source !== stored.source))
    throw new ApiError('stateRefused', { details: { state: changed.state } })
  const id = randomUUIDv7()
  const number = Math.max(0, ...family.map((each) => each.number)) + 1
  const of = { bank, source: stored.source, senders, shape, messageId: stored.id, makerId: actor.id }
  await queries.insertFormat(tx, {
    id,
    familyId: changed?.familyId ?? id,
    number,
    name: changed?.name ?? input.name,
    ...of,
  })
  const entityId = encodeId('taughtFormat', id)
  await record({
    entity: 'taughtFormat',
    entityId,
    action: 'formatTaught',
    after: { name: changed?.name ?? input.name, bank, senders },
    detail: { messageId: encodeId('message', stored.id), number },
  })
  await announce('taughtFormat', entityId, 1)
  return { id }
}

const tryAgain: Teaching['tryAgain'] = async ({ tx, actor, input, record, announce }) => {
  assertSees(actor)
  await assertRoom(tx)
  const [format, ...others] = await queries.lockFamily(tx, input.id)
  const again = ['tried', 'failed', 'refused', 'replaced', 'off']
  if (!again.includes(format.state))
    throw new ApiError('stateRefused', { details: { state: format.state } })
  const id = randomUUIDv7()
  const number = Math.max(format.number, ...others.map((each) => each.number)) + 1
  await queries.insertFormat(tx, { ...format, id, number, makerId: actor.id })
  const entityId = encodeId('taughtFormat', id)
  const { name, bank, senders } = format
  await record({
    entity: 'taughtFormat',
    entityId,
    action: 'formatTaught',
    after: { name, bank, senders },
    detail: { again: encodeId('taughtFormat', format.id), number },
  })
  await announce('taughtFormat', entityId, 1)
  return { id }
}

const ask: Teaching['ask'] = async ({ tx, actor, input, ask: askFor, announce }) => {
  assertSees(actor)
  const [format] = await queries.lockFamily(tx, input.id)
  if (format.version !== input.version)
    throw new ApiError('stale', { details: { version: format.version } })
  const { trial, trialDigest, name, number, bank, source, senders, shape } = format
  // A request whose time is over leaves the format as it was when it was asked for.
  const isOpen = format.state === 'tried' || format.state === 'asked'
  if (!isOpen || trial === null || trialDigest === null)
    throw new ApiError('stateRefused', { details: { state: format.state } })
  const formatId = encodeId('taughtFormat', format.id)
  const { newlyRead } = trial
  const document = {
    formatId,
    name,
    number,
    bank,
    source,
    senders: [...senders],
    shape,
    trialDigest,
    newlyRead,
  }
  const asked = await askFor(taughtFormat, document, { reason: input.reason, version: format.version })
  if (asked.state === 'waiting' && format.state === 'tried')
    await announce('taughtFormat', formatId, await queries.moveFormat(tx, format, 'asked'))
  return asked
}

const switchOff: Teaching['switchOff'] = async ({ tx, actor, input, record, announce }) => {
  const [format] = await queries.lockFamily(tx, input.id)
  if (format.version !== input.version)
    throw new ApiError('stale', { details: { version: format.version } })
  const isLeft = format.state === 'asked' && !(await queries.isAsked(tx, format.id))
  if (!endable.includes(format.state) && !isLeft)
    throw new ApiError('stateRefused', { details: { state: format.state } })
  const version = await queries.moveFormat(tx, format, 'off', actor.id)
  const entityId = encodeId('taughtFormat', format.id)
  await record({
    entity: 'taughtFormat',
    entityId,
    action: 'formatSwitchedOff',
    reason: input.reason,
    before: { state: format.state },
    after: { state: 'off' },
  })
  await announce('taughtFormat', entityId, version)
  return { version }
}

export const taughtFormatHandlers: Teaching = {
  begin: async ({ db, actor, input }) => {
    assertSees(actor)
    const { stored, bank, text, message } = await teachableOf(db, input.messageId)
    const { source, sender } = stored
    return {
      text,
      bank,
      source,
      sender: sender.toLowerCase(),
      senders: await sendersOf(db, bank, source),
      accountNames: stored.accounts.map(({ label }) => label),
      receivedAt: new Date(message.receivedAt).toISOString(),
      ...guessMarks(text, new Date(message.receivedAt)),
    }
  },

  preview: async ({ db, actor, input }) => {
    assertSees(actor)
    const teachable = await teachableOf(db, input.messageId)
    const { bank, stored } = teachable
    const { shape, reading, account, problems } = judgeMarks(teachable, input)
    const senders = await sendersOf(db, bank, stored.source)
    const counted = await countFitting(db, { bank, shape, source: stored.source, senders })
    return {
      shape,
      reading: reading === null ? null : readingOf(reading),
      accountName: account?.label ?? null,
      problems: problems.map(({ code, words }) => ({ code, words })),
      ...counted,
    }
  },

  teach,
  tryAgain,

  list: async ({ db, actor, input, services: { secrets } }) => {
    const keyset = keysetOf({ list: 'taughtFormats', sort: queries.newestFirst, input, actor, secrets })
    return queries.pageOfFormats(db, keyset, input.state)
  },

  get: async ({ db, actor, input }) => {
    const [format, detail] = [await queries.findFormat(db, input.id), await queries.detailOf(db, input.id)]
    if (format === undefined) throw new ApiError('notFound')
    return {
      ...detail,
      shape: format.shape,
      trial: seesBalances(actor) ? await trialShown(db, format) : null,
      mayAsk:
        seesBalances(actor) &&
        (format.state === 'tried' || (format.state === 'asked' && !(await queries.isAsked(db, format.id)))),
      rereadCount: format.rereadCount,
      isRereading: format.state === 'active' && format.rereadState === 'queued',
    }
  },

  ask,
  switchOff,
}
