/** By what somebody can be on the list. `payer`: as a bank prints them: bank, digits, name. */
export const blacklistKinds = ['bankAccount', 'phone', 'name', 'nameBank', 'payer', 'device'] as const
/** Those that people type; a device is known to the server alone. */
export const typedKinds = ['bankAccount', 'phone', 'name', 'nameBank', 'payer'] as const
export const blacklistReasons = [
  'mule',
  'fraud',
  'fakeSlip',
  'stolenMoney',
  'authority',
  'abuse',
  'other',
] as const
export const blacklistSources = ['own', 'hr03', 'mule'] as const
/** So many values come in one go. */
export const importMax = 100
