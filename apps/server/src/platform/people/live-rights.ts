import type { Resource } from '@khlang/contract/kit/permissions.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from './actor.ts'
import type { Reader } from '../db/db.ts'
import { plainAddress, worksFrom } from './sessions.ts'
import { ownersOf, seesBrand, visibleApproval } from './visibility.ts'

/** What a screen is told: something of this kind changed; it asks for the row by a normal call. */
export interface LiveEvent {
  readonly topic: string
  readonly id: string
  readonly version: number
}

interface TopicRule {
  /** Who may read any one of these hears of every row. */
  readonly rights: readonly Resource[]
  /**
   * Who hears besides: `self`, the person or the role the event is about; `owner`, whoever the thing belongs
   * to; `checkers`, who asked and who may answer; `staff`, everyone of the house.
   */
  readonly also?: 'self' | 'owner' | 'checkers' | 'staff'
}

const requests: TopicRule = {
  rights: ['pretransactionDepositWithdraw', 'pretransactionRequest', 'memberManagement'],
}

/** Who is told of a topic: those who may read its rows. A topic that is not here is told to nobody. */
const topics: Readonly<Record<string, TopicRule>> = {
  deposit: requests,
  // The ledger's rows are called by the fate of their withdrawal.
  withdrawal: { rights: [...requests.rights, 'creditTransaction'] },
  statementLine: { rights: ['pretransactionNotMatch', 'pretransactionDepositWithdraw'] },
  bankAccount: { rights: ['pretransactionDepositWithdraw', 'paymentAuto'] },
  message: { rights: ['pretransactionNotMatch'] },
  ownTransfer: { rights: ['paymentAutoTransfer'] },
  reconcileDay: { rights: ['reconcile'] },
  settingsVersion: { rights: ['websiteConfigAndCoreSystem'] },
  taughtFormat: { rights: ['pretransactionNotMatch'] },
  gateway: { rights: ['paymentGateway'] },
  gatewayOrder: { rights: ['paymentGateway'] },
  gameProvider: { rights: ['gameManagement'] },
  game: { rights: ['gameManagement'] },
  bet: { rights: ['betReport'] },
  // Every one of the house reads them.
  distributor: { rights: [], also: 'staff' },
  providerReport: { rights: [], also: 'staff' },
  device: { rights: ['deviceManagement', 'paymentAuto'] },
  member: { rights: ['memberManagement'] },
  transfer: { rights: ['creditTransaction'] },
  employee: { rights: ['employeeManagement'], also: 'self' },
  role: { rights: ['roleManagement', 'employeeManagement'], also: 'self' },
  approval: { rights: [], also: 'checkers' },
  export: { rights: [], also: 'owner' },
  backgroundJob: { rights: [], also: 'owner' },
  // Rooms and bells are everybody's of the house; whose the row is, its call judges.
  group: { rights: [], also: 'staff' },
  notification: { rights: [], also: 'staff' },
}

const readsOne = (actor: EmployeeActor, rights: readonly Resource[]): boolean =>
  rights.some((resource) => actor.permissions[resource].isRead)

/** The requests for a second person among these events that the person may see, by their outside ids. */
async function visibleApprovals(
  db: Reader,
  actor: EmployeeActor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const inside = ids.flatMap((id) => decodeId('approval', id) ?? [])
  if (inside.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select a.id from approvals a where a.id = any(${inside}::uuid[]) and ${visibleApproval(actor)}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => encodeId('approval', id)))
}

/** Of some events, those that each person may hear of. Asks the database only for what hangs on rows. */
export class Hearing {
  readonly #db: Reader
  readonly #events: readonly LiveEvent[]
  readonly #approvalIds: readonly string[]
  readonly #approvals = new Map<string, Promise<ReadonlySet<string>>>()
  #owners: Promise<ReadonlyMap<string, string>> | null = null

  constructor(db: Reader, events: readonly LiveEvent[]) {
    this.#db = db
    this.#events = events
    this.#approvalIds = events.flatMap(({ topic, id }) => (topic === 'approval' ? [id] : []))
  }

  /** Staff hear what their rights let them see; a seller and an agent only what is theirs besides. */
  async of(actor: EmployeeActor): Promise<LiveEvent[]> {
    const heard: LiveEvent[] = []
    for (const event of this.#events) {
      const answer = this.#hears(actor, event)
      if (answer === true || (answer !== false && (await answer))) heard.push(event)
    }
    return heard
  }

  #hears(actor: EmployeeActor, event: LiveEvent): boolean | Promise<boolean> {
    const rule = topics[event.topic]
    if (rule === undefined) return false
    if (rule.also === 'self' && this.#isSelf(actor, event)) return true
    if (!seesBrand(actor)) {
      return (rule.rights.length === 0 || readsOne(actor, rule.rights)) && this.#owns(actor, event)
    }
    if (readsOne(actor, rule.rights) || rule.also === 'staff') return true
    if (rule.also === 'owner') return this.#owns(actor, event)
    if (rule.also !== 'checkers') return false
    // The second look at a withdrawal is told under its own id.
    if (decodeId('withdrawal', event.id) !== null) return readsOne(actor, requests.rights)
    return this.#approvalsOf(actor).then((ids) => ids.has(event.id))
  }

  #isSelf(actor: EmployeeActor, { topic, id }: LiveEvent): boolean {
    return id === (topic === 'role' ? encodeId('role', actor.role.id) : encodeId('employee', actor.id))
  }

  async #owns(actor: EmployeeActor, { id }: LiveEvent): Promise<boolean> {
    this.#owners ??= ownersOf(this.#db, this.#events)
    return (await this.#owners).get(id) === actor.id
  }

  /** Alike for all who hold the same rights: asked once for each person. */
  #approvalsOf(actor: EmployeeActor): Promise<ReadonlySet<string>> {
    const known = this.#approvals.get(actor.id) ?? visibleApprovals(this.#db, actor, this.#approvalIds)
    this.#approvals.set(actor.id, known)
    return known
  }
}

/** A session at the address it works from. */
export const placeOf = ({ session, address }: EmployeeActor): string =>
  `${session.id} ${plainAddress(address)}`

/** The role, with its version, of each session that may still work from where its stream is. */
export async function aliveRights(
  db: Reader,
  actors: readonly EmployeeActor[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ place: string; role: string }>`
    select distinct s.id || ' ' || x.address as place, r.id || ':' || r.version as role
      from unnest(${actors.map(({ session }) => session.id)}::uuid[],
                  ${actors.map(({ address }) => plainAddress(address))}::text[]) x (id, address)
      join sessions s on s.id = x.id
      join employees e on e.id = s.employee_id
      join roles r on r.id = e.role_id
     where s.ended_at is null and s.idle_ends_at > now() and s.expires_at > now() and e.state = 'active'
       and ${worksFrom(sql.ref('x.address'))}`.execute(db)
  return new Map(rows.map(({ place, role }) => [place, role]))
}
