import { isWorthRetry, type Ask, type BankMessage, type phoneApi } from './phone-api.ts'

/** What a phone answers with. */
export interface AtHand {
  /** Every message in its inbox since a moment, taken or not, each under the id that it always had. */
  readonly inboxSince: (ms: number) => readonly BankMessage[]
  /** Its log, oldest first: no message's text, no key. */
  readonly log: () => readonly string[]
  readonly now: () => number
}

export const logLinesMax = 100
const logLineMax = 300

type Api = Pick<ReturnType<typeof phoneApi>, 'message' | 'answer'>

/**
 * Does what the server asks for. What it throws leaves the ask open: the next heartbeat tells of it again,
 * and it is begun anew, for a message that comes twice is taken once. A kind that it does not know it leaves
 * alone.
 * @throws whatever a call throws that is worth another try
 */
export async function answerAsk(api: Api, ask: Ask, atHand: AtHand): Promise<void> {
  const { kind, askedAt, since } = ask
  if (kind === 'log') {
    const lines = atHand.log().slice(-logLinesMax)
    await api.answer({
      kind,
      askedAt,
      lines: lines.map((line) => line.slice(0, logLineMax).toWellFormed()),
    })
  } else if (kind === 'test') {
    const at = new Date(atHand.now()).toISOString()
    await passOn(api, {
      externalId: `test-${Date.parse(askedAt)}`,
      source: 'sms',
      sender: 'KHLANG',
      text: `KHLANG TEST ${askedAt}`,
      sentAt: at,
      isTest: true,
    })
  } else if (since !== null) {
    const found = atHand
      .inboxSince(Date.parse(since))
      .toSorted((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt))
    for (const message of found) await passOn(api, message)
    await api.answer({ kind, askedAt, found: found.length })
  }
}

/** One that the server will never take does not hold up the others. */
async function passOn(api: Api, message: BankMessage): Promise<void> {
  try {
    await api.message(message)
  } catch (error) {
    if (isWorthRetry(error)) throw error
  }
}
