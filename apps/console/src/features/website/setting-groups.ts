import type { SettingKey } from '@khlang/contract/website/setting-keys.ts'

export type Section =
  | 'switches'
  | 'deposits'
  | 'withdrawals'
  | 'matching'
  | 'control'
  | 'play'
  | 'signIn'
  | 'rates'
  | 'payouts'
  | 'brand'

/** In which section a setting stands; one that is missing here does not compile. */
const sectionOf: Readonly<Record<SettingKey, Section>> = {
  canDeposit: 'switches',
  canWithdraw: 'switches',
  isAutoCreditOn: 'switches',
  isAutoApproveOn: 'switches',
  autoCreditLimitMinor: 'deposits',
  depositRequestMinutes: 'deposits',
  notedDepositMinutes: 'deposits',
  hintWaitSeconds: 'deposits',
  depositSlaSeconds: 'deposits',
  normalDepositTurnoverX100: 'deposits',
  autoApproveLimitMinor: 'withdrawals',
  withdrawalMinMinor: 'withdrawals',
  withdrawalMaxMinor: 'withdrawals',
  withdrawalDayMinor: 'withdrawals',
  withdrawalDayCount: 'withdrawals',
  withdrawalSlaSeconds: 'withdrawals',
  bigAmountMinor: 'withdrawals',
  bigAmountAverageX100: 'withdrawals',
  velocityCount: 'withdrawals',
  velocityMinutes: 'withdrawals',
  multiAccountCount: 'withdrawals',
  accountChangeHoldHours: 'withdrawals',
  accountChangeEveryDays: 'withdrawals',
  nameSimilarityBps: 'withdrawals',
  manualCreditHours: 'withdrawals',
  profitRatioX100: 'withdrawals',
  lowPlayX100: 'withdrawals',
  matchAutoScore: 'matching',
  matchSuggestScore: 'matching',
  matchMargin: 'matching',
  creditsByName: 'matching',
  claimSeconds: 'matching',
  phoneAppVersionMin: 'deposits',
  twoPersonLimitMinor: 'control',
  twoCheckersMinor: 'control',
  manualSecondPersonMinor: 'control',
  manualSecondPersonDayMinor: 'control',
  undoMinutes: 'control',
  linkOldHours: 'control',
  handLinkHours: 'control',
  linkAlarmLowCount: 'control',
  linkAlarmDayMinor: 'control',
  bookingAloneMinor: 'control',
  accountChangeEvidence: 'control',
  rtpAlarmDays: 'play',
  rtpAlarmRoundCount: 'play',
  rtpAlarmErrorX100: 'play',
  winAlarmStakeMinor: 'play',
  winAlarmProfitX100: 'play',
  isOtpRequired: 'signIn',
  acceptsPreviousOtpStep: 'signIn',
  idleTimeoutMinutes: 'signIn',
  sessionHours: 'signIn',
  stepUpMinutes: 'signIn',
  rateReadPerMinute: 'rates',
  rateWritePerMinute: 'rates',
  rateMoneyPerMinute: 'rates',
  rateExportPerHour: 'rates',
  payoutUnknownMinutes: 'payouts',
  payoutFusePerHourMinor: 'payouts',
  betKeptMonths: 'brand',
  currency: 'brand',
  dayCutOffMinutes: 'brand',
}

const order = Object.keys(sectionOf)

/** The settings by section, in the order in which they are said here. Pure. */
export function inSections<T extends { readonly key: SettingKey }>(
  settings: readonly T[],
): ReadonlyMap<Section, readonly T[]> {
  const sorted = settings.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  return Map.groupBy(sorted, ({ key }) => sectionOf[key])
}
