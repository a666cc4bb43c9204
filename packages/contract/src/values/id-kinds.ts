/** Prefixes of ids as the outside sees them. */
export const idPrefixes = {
  employee: 'emp',
  role: 'rol',
  session: 'ses',
  member: 'mbr',
  deposit: 'dep',
  withdrawal: 'wdr',
  payout: 'pay',
  statementLine: 'stl',
  bankAccount: 'oba',
  memberBankAccount: 'mba',
  note: 'nte',
  approval: 'apr',
  message: 'msg',
  adjustment: 'adj',
  alarm: 'alm',
  notification: 'ntf',
  group: 'grp',
  delivery: 'dlv',
  listView: 'lvw',
  export: 'exp',
  backgroundJob: 'job',
  privateFile: 'pvf',
  device: 'dev',
  ownTransfer: 'otr',
  reconcileDay: 'rcd',
  shift: 'shf',
  settingsVersion: 'stv',
  statementFile: 'stf',
  taughtFormat: 'tft',
  bookingRule: 'bkr',
  blacklistEntry: 'ble',
  gateway: 'gwy',
  gatewayOrder: 'gwo',
  gatewayEvent: 'gwe',
  slip: 'slp',
  slipService: 'sls',
  gatewaySettlement: 'gws',
  transferTemplate: 'ttp',
  gameProvider: 'gpr',
  bet: 'bet',
  game: 'gam',
  gameTransfer: 'gtr',
  distributor: 'dtb',
  distributorContract: 'dtc',
  providerInvoice: 'pin',
  providerReport: 'prp',
  reportDifference: 'prd',
} as const
export type IdKind = keyof typeof idPrefixes
/** An id as the outside spells it, known by its prefix: a uuid does not compile in its place. */
export type OutsideId<K extends IdKind = IdKind> = `${(typeof idPrefixes)[K]}_${string}`

/**
 * Kinds that the log knows otherwise: a file by its list, a template by its screen, news by a gateway, a bet
 * by what its provider told of it, money on its way into a game by its row, what differs of a round by the
 * report that shows it.
 */
export const unloggedKinds = [
  'export',
  'privateFile',
  'statementFile',
  'gatewayEvent',
  'gatewaySettlement',
  'transferTemplate',
  'bet',
  'gameTransfer',
  'reportDifference',
] as const satisfies readonly IdKind[]
