/** What excludes that two lines tell of one movement (decisions 41): the database judges by the same. */
export const mergeExcluding = [
  'balanceDiffers',
  'twoChained',
  'refDiffers',
  'maskDiffers',
  'bankDiffers',
  'nameDiffers',
] as const
/** What speaks against it, but does not exclude it. */
const against = ['timeApart', 'sameSource'] as const
/** What speaks for it. */
const speakingFor = [
  'balanceEqual',
  'refEqual',
  'maskAgrees',
  'nameAgrees',
  'timeClose',
  'saidDouble',
  'otherSource',
] as const

export const mergeSigns = [...mergeExcluding, ...against, ...speakingFor] as const
export type MergeSign = (typeof mergeSigns)[number]

/** How a sign speaks of two lines being one movement. */
export const weightOfSign = (sign: MergeSign): 'excludes' | 'against' | 'for' => {
  if (mergeExcluding.some((each) => each === sign)) return 'excludes'
  return against.some((each) => each === sign) ? 'against' : 'for'
}

/** Why one line may not end as a double of another. */
export const mergeRefusals = ['notAlike', 'notFree', 'hasDoubles', 'notProven', 'excluded'] as const
