import { encodeId } from '@khlang/contract/values/values.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineApproval, kindsByName } from './approval-kinds.ts'
import type { Ask } from './ask-approval.ts'
import { outsideIdSchema } from '../db/outside-ids.ts'

const lineId = encodeId('statementLine', '01900000-0000-7000-8000-000000000001')
const executed: unknown[] = []

const lineClosing = defineApproval({
  kind: 'lineClosing',
  requires: { reconcile: ['isUpdate'] },
  alsoNeeds: { dashboard: ['isRead'] },
  document: z.strictObject({ lineId: outsideIdSchema('statementLine'), amountMinor: z.int() }),
  before: z.strictObject({ state: z.string() }),
  former: (stored) => ({ amountMinor: 0, ...stored }),
  formerBefore: (stored) => ({ state: 'unmatched', ...stored }),
  subject: (document) => ({ entity: 'statementLine', id: document.lineId }),
  amountMinor: (document) => document.amountMinor,
  log: { name: 'closing' },
  differences: async (_db, { document, before }) => [
    { field: 'state', before: before.state, after: `closed at ${document.amountMinor}` },
  ],
  clear: ({ about }) => [{ field: 'line', before: null, after: about.entityId }],
  execute: async (_context, request) => {
    executed.push(request)
  },
})
const plain = defineApproval({
  kind: 'plain',
  requires: { reconcile: ['isUpdate'] },
  document: z.strictObject({ lineId: outsideIdSchema('statementLine') }),
  before: z.null(),
  subject: (document) => ({ entity: 'statementLine', id: document.lineId }),
  log: { asked: 'askPlain' },
  differences: async () => [],
  execute: async () => {},
})

const stored = (document: unknown, before: unknown = null) => ({
  entity: 'statementLine',
  entity_id: lineId,
  document,
  before,
})

test('what is frozen names its thing and its amount, and is what the document says', () => {
  const document = { lineId, amountMinor: 700 }
  expect(lineClosing.freeze(document, { state: 'open' })).toMatchObject({
    about: { entity: 'statementLine', entityId: lineId },
    document,
    before: { state: 'open' },
    amountMinor: 700,
  })
  expect(plain.freeze({ lineId }, null)).toMatchObject({ before: null, amountMinor: null })
})

test('nothing is frozen that could not be read back', () => {
  const more = { lineId, amountMinor: 700, note: 'x' }
  expect(() => lineClosing.freeze(more, { state: 'open' })).toThrow('note')
  expect(() => lineClosing.freeze({ lineId, amountMinor: 0.5 }, { state: 'open' })).toThrow('amountMinor')
  expect(() => lineClosing.freeze({ lineId, amountMinor: 1 }, null)).toThrow('object')
})

test('a request reads as its kind says, and one of an older version in today’s shape', async () => {
  const none: never[] = []
  const read = lineClosing.read(stored({ lineId, amountMinor: 700 }, { state: 'open' }))
  const db = none as never
  expect(await read.differences(db)).toEqual([{ field: 'state', before: 'open', after: 'closed at 700' }])
  expect(read.clear?.()).toEqual([{ field: 'line', before: null, after: lineId }])
  const older = lineClosing.read(stored({ lineId }, {}))
  expect(await older.differences(db)).toEqual([
    { field: 'state', before: 'unmatched', after: 'closed at 0' },
  ])
  expect(plain.read(stored({ lineId }))).toMatchObject({ clear: null, evidence: null })
})

test.each([
  ['another thing’s id', { lineId: encodeId('deposit', '01900000-0000-7000-8000-000000000001') }],
  ['a uuid in the place of an id', { lineId: '01900000-0000-7000-8000-000000000001' }],
  ['a part that is not known', { lineId, note: 'x' }],
  ['nothing', null],
])('a stored document with %s is not read', (_, document) => {
  expect(() => plain.read(stored(document))).toThrow()
})

test('an executed request is given its document, its thing and who agreed to it', async () => {
  const agreement = { id: 'a', makerId: 'm', askedBy: 'anna', reason: 'r', comment: null, isAlone: true }
  const document = { lineId, amountMinor: 3 }
  await lineClosing.read(stored(document, { state: 'open' })).execute([] as never, agreement)
  const about = { entity: 'statementLine', entityId: lineId }
  expect(executed).toEqual([{ ...agreement, document, before: { state: 'open' }, about }])
})

test('the log names a kind by its own name, or by the one that is stored already', () => {
  expect(lineClosing.log).toEqual({ name: 'closing', asked: 'closingAsked' })
  expect(plain.log).toEqual({ name: 'plain', asked: 'askPlain' })
})

test('a kind stands under its own name alone', () => {
  expect(kindsByName({ plain })).toEqual({ plain })
  expect(() => kindsByName({ other: plain })).toThrow('plain')
})

// Never run: each line that is refused here would otherwise be an error of the compiler, and is one of
// `tsc -p .` as soon as it is no longer refused.
export async function whatDoesNotCompile(ask: Ask): Promise<void> {
  const document = { lineId, amountMinor: 1 }
  const said = { reason: 'r', before: { state: 'open' } }
  await ask(lineClosing, document, said)
  await ask(plain, { lineId }, { reason: 'r' })
  // @ts-expect-error: the document of another kind
  await ask(lineClosing, { lineId }, said)
  // @ts-expect-error: a uuid in the place of an id
  await ask(plain, { lineId: '01900000-0000-7000-8000-000000000001' }, { reason: 'r' })
  // @ts-expect-error: an id of another thing
  await ask(plain, { lineId: encodeId('deposit', '') }, { reason: 'r' })
  // @ts-expect-error: more than the document has
  await ask(plain, { lineId, amountMinor: 1 }, { reason: 'r' })
  // @ts-expect-error: a kind by its name
  await ask('plain', { lineId }, { reason: 'r' })
  // @ts-expect-error: without what was before
  await ask(lineClosing, document, { reason: 'r' })
  // @ts-expect-error: before, of a kind that keeps none
  await ask(plain, { lineId }, { reason: 'r', before: { state: 'open' } })
  // @ts-expect-error: without a reason
  await ask(plain, { lineId }, {})
  defineApproval({
    kind: 'wrong',
    requires: { reconcile: ['isUpdate'] },
    document: z.strictObject({ lineId: outsideIdSchema('statementLine') }),
    before: z.null(),
    // @ts-expect-error: what the document does not have
    subject: (asked) => ({ entity: 'statementLine', id: asked.depositId }),
    differences: async () => [],
    execute: async () => {},
  })
}
