/** An account of ours as the back office names it. */
export interface OwnAccountSettings {
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
  readonly role: 'deposit' | 'withdrawal' | 'holding'
  readonly balanceMinor: number
  /** The phone that reports this account; null when none does. */
  readonly phone: string | null
}

/** An account as a bank opens it; which phone its SIM lies in is said beside it. */
export type OpenedAccount = Omit<OwnAccountSettings, 'phone'>
