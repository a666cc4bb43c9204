import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { chatAccounts, hookPath, type ChatChannel } from '../../../../sandbox/src/chat/accounts.ts'
import { credentialPlace } from '../../features/group-notifications/deliver.ts'
import { iso, uuidAt } from './ids.ts'
import type { SeedWorld } from './world.ts'
import { insertRows } from './store.ts'

/** The address is known, and written, whenever the sandbox starts. */
const unknownAddress = 'http://127.0.0.1:1'

interface SeedGroup {
  readonly channel: ChatChannel
  readonly events: readonly EventCode[]
  readonly language: 'th' | 'en' | 'both'
  readonly minAmountMinor?: number
  readonly banks?: readonly string[]
  readonly templates?: Partial<Record<EventCode, { readonly th: string; readonly en: string }>>
  /** In the time of Bangkok. */
  readonly quiet?: readonly [string, string]
  readonly mergeSeconds?: number
}

const groups: readonly SeedGroup[] = [
  // Cashiers see every deposit and payout as it happens.
  {
    channel: 'line',
    events: [
      'deposit.credited',
      'deposit.unmatched',
      'withdraw.requested',
      'withdraw.paid',
      'withdraw.failed',
    ],
    language: 'th',
    templates: {
      'deposit.credited': { th: 'ฝาก {{amount}} บาท · {{username}} · {{bank}} · {{reference}}', en: '' },
    },
  },
  // Who leads the shift hears of what needs a person.
  {
    channel: 'telegram',
    events: [
      'deposit.unmatched',
      'deposit.quarantined',
      'withdraw.requested',
      'withdraw.held',
      'withdraw.failed',
      'withdraw.unknown',
      'approval.waiting',
      'bank.silent',
      'bank.chain_gap',
      'device.offline',
      'admin.login_failed',
      'ledger.check_failed',
    ],
    language: 'th',
    mergeSeconds: 10,
  },
  // The management wants the big amounts of the two main banks alone, in both languages.
  {
    channel: 'discord',
    events: ['deposit.credited', 'withdraw.paid', 'member.first_deposit', 'approval.waiting', 'risk.alert'],
    language: 'both',
    minAmountMinor: 30_000,
    banks: ['SCB', 'KBANK'],
  },
  // The book-keeping elsewhere is closed at night and gets what happened meanwhile in the morning.
  {
    channel: 'webhook',
    events: ['deposit.credited', 'withdraw.paid', 'transfer.done', 'credit.manual', 'day.closed'],
    language: 'th',
    quiet: ['02:00', '04:00'],
  },
]

/** A group of the owner's for each channel, told by the pretend chat services. */
export async function storeChatGroups({ services, random, nowMs }: SeedWorld): Promise<void> {
  const { db, secrets } = services
  const owner = await db
    .selectFrom('employees')
    .select('id')
    .where('username', '=', 'owner')
    .executeTakeFirstOrThrow()
  const rows = groups.map((group) => {
    const { credential, rooms } = chatAccounts[group.channel]
    const id = uuidAt(nowMs, random.next)
    const sealed = secrets.seal(credentialPlace(id), credential)
    const isHook = group.channel === 'webhook'
    return {
      id,
      name: rooms[0].name,
      channel: group.channel,
      target: isHook ? `${unknownAddress}${hookPath(rooms[0].id)}` : rooms[0].id,
      base_url: isHook ? null : unknownAddress,
      credential: `\\x${sealed.toString('hex')}`,
      events: group.events,
      language: group.language,
      min_amount_minor: group.minAmountMinor ?? null,
      banks: group.banks ?? [],
      templates: group.templates ?? {},
      quiet_from: group.quiet?.[0] ?? null,
      quiet_until: group.quiet?.[1] ?? null,
      merge_seconds: group.mergeSeconds ?? 0,
      is_locked: false,
      owner_id: owner.id,
      version: 1,
      created_at: iso(nowMs),
    }
  })
  await insertRows(db, 'chat_groups', rows)
}
