import { createHash } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { idOf, row, uuid, type Columns } from '../../../testing/world/trials.ts'

// Of `approval-links.fixture.ts`: days and their differences, settings, files, formats and gateways.

const approval = uuid(500)
const lineId = encodeId('statementLine', idOf(20))
const accountId = encodeId('bankAccount', idOf(30))
const name = (table: string, n: number, column: string, more: string) =>
  `update ${table} set ${column} = ${approval}${more} where id = ${uuid(n)}`
/** A gateway as it was, and as a request says it is to be. */
const aGateway = row('payment_gateways', {
  id: uuid(95),
  code: `'a-gateway'`,
  name: `'A'`,
  adapter: `'signedHttp'`,
  direction: `'in'`,
  methods: `'{promptPay}'`,
  base_url: `'https://a'`,
  api_secret: `'\\x01'`,
  api_secret_last4: `'1'`,
  webhook_secret: `'\\x01'`,
  webhook_secret_last4: `'1'`,
  max_minor: 1000,
})
const agreedGateway = {
  adapter: 'opn',
  baseUrl: 'https://b',
  merchantId: 'b',
  keyId: 'b',
  apiSecret: '\\x02',
  webhookSecret: '\\x02',
  billerId: '010753600031508',
  direction: 'both',
  feeBps: 2,
  feeFixedMinor: 2,
  feeBy: 'member',
  settleDays: 2,
}
const gatewayNow = `adapter = 'opn', base_url = 'https://b', merchant_id = 'b', key_id = 'b',
  api_secret = '\\x02', webhook_secret = '\\x02', biller_id = '010753600031508', direction = 'both',
  fee_bps = 2, fee_fixed_minor = 2, fee_by = 'member', settle_days = 2`
const aProvider = row('game_providers', {
  id: uuid(97),
  code: `'a-provider'`,
  name_th: `'A'`,
  name_en: `'A'`,
  adapter: `'betAndResult'`,
  secret: `'\\x01'`,
  max_minor: 1000,
})
const agreedProvider = {
  adapter: 'another',
  secret: '\\x02',
  addresses: ['192.0.2.1'],
  minMinor: 2,
  maxMinor: 2,
  feeBps: 2,
  gamesAddress: 'https://b',
  apiAddress: 'https://b',
  launchAddress: 'https://b/{token}',
  replayAddress: 'https://b/{round}',
}
const providerNow = `adapter = 'another', secret = '\\x02', addresses = '{192.0.2.1}', min_minor = 2,
  max_minor = 2, fee_bps = 2, games_address = 'https://b', api_address = 'https://b',
  launch_address = 'https://b/{token}', replay_address = 'https://b/{round}'`
const aService = row('slip_services', {
  id: uuid(96),
  adapter: `'slipOk'`,
  base_url: `'https://a'`,
  api_key: `'\\x01'`,
  api_key_last4: `'1'`,
})
const agreedService = { adapter: 'easySlip', baseUrl: 'https://b', branch: 'b', apiKey: '\\x02' }
/** A day that the ledger has closed and on which nothing differs; the facts of its close. */
const aDay = (n: number, on: string) => [
  row('day_closings', {
    business_on: `'${on}'`,
    closed_at: 'now()',
    transfer_count: 0,
    digest: `decode('00', 'hex')`,
  }).replace('overriding system value', ''),
  row('reconcile_days', { id: uuid(n), business_on: `'${on}'`, reference: `'${on}'` }),
]
const factsOf = (on: string) => `{"businessOn": "${on}", "round": 1, "ledgerDigest": "00", "items": []}`
const hashOf = (on: string) => createHash('sha256').update(factsOf(on)).digest('hex')
const aClose = (n: number, dayNo: number, on: string, columns: Columns = {}) =>
  row('reconcile_closes', {
    id: uuid(n),
    day_id: uuid(dayNo),
    business_on: `'${on}'`,
    round: 1,
    facts: `'${factsOf(on)}'`,
    facts_hash: `'${hashOf(on)}'`,
    ledger_digest: `decode('00', 'hex')`,
    difference_count: 0,
    closed_by: uuid(1),
    ...columns,
  }).replace('overriding system value', '')
const aStatement = row('private_files', {
  id: uuid(94),
  kind: `'statement'`,
  purpose: `'statementFile'`,
  sha256: `decode(repeat('aa', 32), 'hex')`,
  bytes: 10,
  uploaded_by: uuid(1),
})
const askedFile = row('statement_files', {
  id: uuid(95),
  bank_account_id: uuid(30),
  private_file_id: uuid(94),
  sha256: `repeat('aa', 32)`,
  bytes: 10,
  encoding: `'utf8'`,
  state: `'asked'`,
  asked_at: 'now()',
  row_count: 2,
  new_count: 1,
  rows_sha256: `'r'`,
  in_minor: 700,
  out_minor: 0,
  from_on: 'current_date',
  to_on: 'current_date',
  uploaded_by: uuid(1),
})
const aMessage = row('bank_messages', {
  id: uuid(94),
  device_id: uuid(90),
  external_id: `'x'`,
  source: `'sms'`,
  sender: `'scb'`,
  raw_text: `'x'`,
  sent_at: 'now()',
  state: `'parseFailed'`,
})
const aFormat = row('taught_formats', {
  id: uuid(93),
  family_id: uuid(93),
  number: 1,
  name: `'x'`,
  bank: `'SCB'`,
  source: `'sms'`,
  senders: `'{scb}'`,
  shape: `'{"pieces": []}'`,
  message_id: uuid(94),
  state: `'tried'`,
  trial: `'{}'`,
  trial_digest: `'d'`,
  maker_id: uuid(1),
})
/** What each of the two kinds changes. */
const otherSettings = (kind: 'settingsChange' | 'settingsGuardChange', after = 4) => ({
  [kind === 'settingsChange' ? 'velocityCount' : 'undoMinutes']: { before: 3, after },
})

export const dayRows = [
  aMessage,
  aFormat,
  ...aDay(95, '2020-01-01'),
  ...aDay(96, '2020-01-02'),
  aClose(97, 96, '2020-01-02'),
  aStatement,
  askedFile,
  aGateway,
  aProvider,
  aService,
]

export const dayNamings = [
  ...(['settingsChange', 'settingsGuardChange'] as const).map((kind) => ({
    kind,
    of: 'settings_versions.approval_id',
    act: row('settings_versions', {
      id: uuid(94),
      changes: `'${JSON.stringify(otherSettings(kind))}'`,
      asked_by: uuid(3),
      approval_id: approval,
      reason: `'x'`,
      effective_from: 'now()',
    }).replace('overriding system value', ''),
    document: {
      versionId: encodeId('settingsVersion', idOf(94)),
      changes: otherSettings(kind),
      effectiveFrom: null,
    },
    columns: { maker_id: uuid(3) },
    wrong: [
      { versionId: encodeId('settingsVersion', idOf(95)) },
      { changes: otherSettings(kind, 5) },
      { changes: { ...otherSettings(kind), claimSeconds: { before: 60, after: 61 } } },
      { effectiveFrom: '2026-01-01T00:00:00.000Z' },
    ],
    wrongColumns: [{ maker_id: uuid(1) }],
  })),
  {
    kind: 'dayClose',
    of: 'reconcile_closes.approval_id',
    act: aClose(98, 95, '2020-01-01', { approval_id: approval }),
    document: {
      dayId: encodeId('reconcileDay', idOf(95)),
      factsHash: hashOf('2020-01-01'),
      round: 1,
    },
    wrong: [
      { dayId: encodeId('reconcileDay', idOf(96)) },
      { factsHash: hashOf('2020-01-02') },
      { round: 2 },
    ],
  },
  {
    kind: 'dayReopen',
    of: 'reconcile_closes.reopen_approval_id',
    act: name(
      'reconcile_closes',
      97,
      'reopen_approval_id',
      `, reopened_at = now(), reopened_by = ${uuid(1)}, reopen_reason = 'x'`,
    ),
    document: { dayId: encodeId('reconcileDay', idOf(96)), round: 1 },
    wrong: [{ dayId: encodeId('reconcileDay', idOf(95)) }, { round: 2 }],
  },
  {
    kind: 'statementFile',
    of: 'statement_files.approval_id',
    act: name('statement_files', 95, 'approval_id', `, state = 'imported', ended_at = now()`),
    document: {
      fileId: encodeId('statementFile', idOf(95)),
      accountId,
      evidence: { sha256: 'aa'.repeat(32) },
      rowsSha256: 'r',
      rowCount: 2,
      newCount: 1,
      inMinor: 700,
      outMinor: 0,
    },
    wrong: [
      { fileId: encodeId('statementFile', idOf(96)) },
      { accountId: encodeId('bankAccount', idOf(33)) },
      { evidence: { sha256: 'bb'.repeat(32) } },
      { rowsSha256: 's' },
      { rowCount: 3 },
      { newCount: 2 },
      { inMinor: 701 },
      { outMinor: 1 },
    ],
  },
  ...['reconcileForceDeposit', 'reconcileForceWithdraw'].map((kind) => {
    const side = kind === 'reconcileForceDeposit' ? 'deposit' : 'withdraw'
    return {
      kind,
      of: `reconcile_forces.${side}_approval_id`,
      act: row('reconcile_forces', {
        id: uuid(94),
        bank_account_id: uuid(30),
        day_on: `'2026-11-20'`,
        side: `'${side}'`,
        row_id: `'${lineId}'`,
        class: `'extra'`,
        theirs_minor: 700,
        ours_minor: 0,
        reason: `'x'`,
        maker_id: uuid(1),
        [`${side}_approval_id`]: approval,
      }),
      document: {
        accountId,
        on: '2026-11-20',
        side,
        rowId: lineId,
        class: 'extra',
        theirsMinor: 700,
        oursMinor: 0,
      },
      wrong: [
        { accountId: encodeId('bankAccount', idOf(31)) },
        { on: '2026-11-21' },
        { side: 'both' },
        { rowId: encodeId('statementLine', idOf(21)) },
        { class: 'missing' },
        { theirsMinor: 701 },
        { oursMinor: 1 },
      ],
    }
  }),
  {
    kind: 'taughtFormat',
    of: 'taught_formats.approval_id',
    act: name('taught_formats', 93, 'approval_id', `, state = 'active', activated_at = now()`),
    document: {
      formatId: encodeId('taughtFormat', idOf(93)),
      bank: 'SCB',
      source: 'sms',
      senders: ['scb'],
      shape: { pieces: [] },
      trialDigest: 'd',
    },
    wrong: [
      { formatId: encodeId('taughtFormat', idOf(94)) },
      { bank: 'KBANK' },
      { source: 'push' },
      { senders: ['scb', 'kbank'] },
      { shape: { pieces: [{ words: 'x' }] } },
      { trialDigest: 'e' },
    ],
  },
  {
    kind: 'gatewaySetup',
    of: 'payment_gateways.setup_approval_id',
    act: name('payment_gateways', 95, 'setup_approval_id', `, ${gatewayNow}`),
    document: { gatewayId: encodeId('gateway', idOf(95)), ...agreedGateway },
    wrong: [
      { gatewayId: encodeId('gateway', idOf(96)) },
      { adapter: 'signedHttp' },
      { baseUrl: 'https://c' },
      { merchantId: null },
      { keyId: 'k' },
      { apiSecret: '\\x03' },
      { webhookSecret: '\\x03' },
      { billerId: null },
      { direction: 'in' },
      { feeBps: 3 },
      { feeFixedMinor: 3 },
      { feeBy: 'house' },
      { settleDays: 3 },
    ],
  },
  {
    kind: 'gameProviderSetup',
    of: 'game_providers.setup_approval_id',
    act: name('game_providers', 97, 'setup_approval_id', `, ${providerNow}`),
    document: { providerId: encodeId('gameProvider', idOf(97)), ...agreedProvider },
    wrong: [
      { providerId: encodeId('gameProvider', idOf(96)) },
      { adapter: 'betAndResult' },
      { secret: '\\x03' },
      { addresses: [] },
      { minMinor: 1 },
      { maxMinor: 3 },
      { feeBps: 3 },
      { gamesAddress: 'https://c' },
      { apiAddress: 'https://c' },
      { launchAddress: 'https://c/{token}' },
      { replayAddress: 'https://c/{round}' },
    ],
  },
  {
    kind: 'slipService',
    of: 'slip_services.setup_approval_id',
    act: name(
      'slip_services',
      96,
      'setup_approval_id',
      `, adapter = 'easySlip', base_url = 'https://b', branch = 'b', api_key = '\\x02'`,
    ),
    document: { serviceId: encodeId('slipService', idOf(96)), ...agreedService },
    wrong: [
      { serviceId: encodeId('slipService', idOf(97)) },
      { adapter: 'slipOk' },
      { baseUrl: 'https://c' },
      { branch: null },
      { apiKey: '\\x03' },
    ],
  },
]
