import { readTaught } from '@khlang/bank-messages/taught/read-taught.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { taughtFormats } from '@khlang/contract/pre-transactions/taught-formats.ts'
import { trialFailures } from '@khlang/contract/values/taught-values.ts'
import type { Reader } from '../../platform/db/db.ts'
import { receiptOf } from '../bank-lines/intake/receipt-of.ts'
import { messagesById } from './message-queries.ts'
import type { Format } from './queries.ts'
import { readingOf, sampleKinds, type KeptSample } from './rules.ts'

type Shown = NonNullable<HandlerOutput<typeof taughtFormats.get>['trial']>
type Samples = Shown['samples']

/** What a trial found, with the messages that it kept, read by the format as they stand. */
export async function trialShown(db: Reader, format: Format): Promise<Shown | null> {
  const { trial, triedAt, bank, trialFailure } = format
  if (trial === null || triedAt === null) return null
  const kept = sampleKinds.flatMap((kind) => trial.samples[kind])
  const messages = await messagesById(db, [...new Set(kept.map(({ id }) => id))])
  const byId = new Map(messages.map((message) => [message.id, message]))
  const shown = ({ id, chain, odd }: KeptSample): Samples['newlyRead'] => {
    const message = byId.get(id)
    if (message === undefined) return []
    const { text, sender, source } = message
    const receivedAt = receiptOf(message)
    const parsed = readTaught({ bank, source, sender, text, receivedAt }, format)
    const reading = parsed === null ? null : readingOf(parsed)
    return [{ messageId: id, text, sender, receivedAt, reading, chain, odd: [...odd] }]
  }
  const { scanned, newlyRead, conflicts, others, chainFits, chainContradicts } = trial
  const { bigAmount, accountUnknown, timeOdd, samples } = trial
  return {
    scanned,
    newlyRead,
    conflicts,
    others,
    chainFits,
    chainContradicts,
    bigAmount,
    accountUnknown,
    timeOdd,
    failure: [...trialFailures, 'fault' as const].find((each) => each === trialFailure) ?? null,
    triedAt,
    samples: {
      newlyRead: samples.newlyRead.flatMap(shown),
      conflicts: samples.conflicts.flatMap(shown),
      others: samples.others.flatMap(shown),
      contradictions: samples.contradictions.flatMap(shown),
      odd: samples.odd.flatMap(shown),
    },
  }
}
