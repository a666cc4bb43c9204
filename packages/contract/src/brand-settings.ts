import { z } from 'zod'

const minor = (fallback: number) => z.int().min(0).max(100_000_000_000).default(fallback)
const perMinute = (fallback: number) => z.int().min(1).max(1_000_000).default(fallback)

/**
 * What the owner of a brand decides, typed once. Money in satang, times in the unit the name ends with.
 * Source of the defaults: decisions 1, 9, 10, 20, 28–34; domain 0, 4.5.3, 5.1.
 */
export const BrandSettings = z.strictObject({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('THB'),
  /** Business day begins at this minute after midnight, Asia/Bangkok. */
  dayCutOffMinutes: z.int().min(0).max(1439).default(0),
  isOtpRequired: z.boolean().default(true),
  acceptsPreviousOtpStep: z.boolean().default(true),
  idleTimeoutMinutes: z.int().min(1).max(15).default(15),
  sessionHours: z.int().min(1).max(12).default(12),
  stepUpMinutes: z.int().min(1).max(15).default(15),
  rateReadPerMinute: perMinute(600),
  rateWritePerMinute: perMinute(240),
  rateMoneyPerMinute: perMinute(120),
  rateExportPerHour: perMinute(20),
  canDeposit: z.boolean().default(true),
  canWithdraw: z.boolean().default(true),
  isAutoCreditOn: z.boolean().default(true),
  isAutoApproveOn: z.boolean().default(true),
  autoCreditLimitMinor: minor(5_000_000),
  matchAutoScore: z.int().min(1).max(500).default(65),
  matchSuggestScore: z.int().min(1).max(500).default(40),
  matchMargin: z.int().min(0).max(500).default(20),
  /**
   * Whether a member who asked for the amount may be credited on a whole name that no other member bears,
   * where the bank prints no digits. Whoever is no member may bear the same name, so it begins switched off.
   */
  creditsByName: z.boolean().default(false),
  hintWaitSeconds: z.int().min(1).max(3600).default(120),
  depositRequestMinutes: z.int().min(1).max(1440).default(30),
  /** How long a deposit that somebody noted for a member waits for its money. */
  notedDepositMinutes: z.int().min(1).max(1440).default(30),
  depositSlaSeconds: z.int().min(10).default(300),
  withdrawalSlaSeconds: z.int().min(10).default(600),
  withdrawalMinMinor: minor(10_000),
  withdrawalMaxMinor: minor(20_000_000),
  withdrawalDayMinor: minor(50_000_000),
  withdrawalDayCount: z.int().min(1).max(1000).default(10),
  autoApproveLimitMinor: minor(500_000),
  twoPersonLimitMinor: minor(5_000_000),
  bigAmountMinor: minor(5_000_000),
  bigAmountAverageX100: z.int().min(100).default(500),
  profitRatioX100: z.int().min(100).default(2000),
  /** What must have been played of what came in before it leaves unseen; 0: anything may leave. */
  lowPlayX100: z.int().min(0).max(10_000).default(100),
  accountChangeHoldHours: z.int().min(0).max(720).default(24),
  accountChangeEveryDays: z.int().min(0).max(365).default(30),
  /** Whether a change of a member's bank account is asked for with a picture that proves it. */
  accountChangeEvidence: z.enum(['required', 'optional']).default('required'),
  nameSimilarityBps: z.int().min(0).max(10_000).default(8000),
  velocityCount: z.int().min(2).max(100).default(3),
  velocityMinutes: z.int().min(1).max(1440).default(60),
  multiAccountCount: z.int().min(1).max(100).default(2),
  manualCreditHours: z.int().min(0).max(720).default(24),
  /** From these on a second person decides on goodwill and corrections: per act, and per person's day. */
  manualSecondPersonMinor: minor(500_000),
  manualSecondPersonDayMinor: minor(2_000_000),
  /** From this amount, or a person's sum of 24 hours, two people check, one of them an admin. */
  twoCheckersMinor: minor(20_000_000),
  normalDepositTurnoverX100: z.int().min(0).max(10_000).default(0),
  payoutUnknownMinutes: z.int().min(1).max(1440).default(10),
  payoutFusePerHourMinor: minor(500_000_000),
  undoMinutes: z.int().min(1).max(60).default(10),
  claimSeconds: z.int().min(10).max(600).default(120),
  /** From this age on a line is linked by two people. */
  linkOldHours: z.int().min(1).max(720).default(24),
  /** For so long money by hand keeps a member's withdrawals from being approved by themselves. */
  handLinkHours: z.int().min(0).max(720).default(24),
  /** More links below the score of a suggestion, or more money, by one person on one day raise the alarm. */
  linkAlarmLowCount: z.int().min(0).max(10_000).default(5),
  linkAlarmDayMinor: minor(10_000_000),
  /** So much one person books as the company's own without a second one, and a rule at most. */
  bookingAloneMinor: minor(100_000),
  /**
   * A game whose return of so many days strays from the declared one by so many standard errors raises an
   * alarm, once it was played so often. Hundreds of games are looked at again and again: three errors, the
   * usual bound of one look, would be left by chance alone every few days.
   */
  rtpAlarmDays: z.int().min(1).max(31).default(7),
  rtpAlarmRoundCount: z.int().min(100).max(10_000_000).default(1000),
  rtpAlarmErrorX100: z.int().min(200).max(2000).default(400),
  /** A member who staked so much on a day and won so many times their stakes raises an alarm. */
  winAlarmStakeMinor: minor(1_000_000),
  winAlarmProfitX100: z.int().min(10).max(100_000).default(300),
  /** Bets are found one by one for so many whole months, and this one; then their month leaves for a file. */
  betKeptMonths: z.int().min(13).max(120).default(24),
  /** The app on phones that report our accounts must be of this version or a later one; empty: of any. */
  phoneAppVersionMin: z
    .string()
    .regex(/^$|^\d{1,5}(\.\d{1,5}){0,3}$/, 'invalidFormat')
    .default(''),
})
export type BrandSettings = z.infer<typeof BrandSettings>

/**
 * The settings a profile begins with. The sandbox asks for no second factor and allows 20 times the rates.
 */
export function initialSettings(profile: 'sandbox' | 'production'): BrandSettings {
  const settings = BrandSettings.parse({})
  if (profile === 'production') return settings
  return {
    ...settings,
    isOtpRequired: false,
    // Whoever tries the house sees money leave without having to play.
    lowPlayX100: 0,
    // Its members are few and play for little.
    rtpAlarmRoundCount: 200,
    winAlarmStakeMinor: 50_000,
    rateReadPerMinute: settings.rateReadPerMinute * 20,
    rateWritePerMinute: settings.rateWritePerMinute * 20,
    rateMoneyPerMinute: settings.rateMoneyPerMinute * 20,
    rateExportPerHour: settings.rateExportPerHour * 20,
  }
}
