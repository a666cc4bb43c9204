/** What may call a person. `done` and `cancelled` are tabs of the money queue. */
export const alertQueues = [
  'deposits',
  'withdrawals',
  'done',
  'cancelled',
  'approvals',
  'critical',
] as const
export type AlertQueue = (typeof alertQueues)[number]

/** `deposits.critical` -> the queues of these names, in the order of the list; anything else is left out. */
export const queuesOf = (text: string | undefined): readonly AlertQueue[] => {
  const named = text?.split('.') ?? []
  return alertQueues.filter((queue) => named.includes(queue))
}
