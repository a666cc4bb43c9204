/** A phone's clock may run ahead by so much; what claims to be from later counts as received when it came. */
const aheadMaxMs = 5 * 60_000

/** The time of receipt that a message is read with, RFC 3339. */
export function receiptOf({
  sentAt,
  receivedAt,
}: {
  readonly sentAt: string
  readonly receivedAt: string
}): string {
  const [sent, received] = [Date.parse(sentAt), Date.parse(receivedAt)]
  return new Date(sent > received + aheadMaxMs ? received : sent).toISOString()
}
