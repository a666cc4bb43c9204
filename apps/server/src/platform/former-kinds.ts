import type { ResourceRequires } from '@khlang/contract/permissions.ts'
import type { RawBuilder } from 'kysely'
import type { EmployeeActor } from './actor.ts'
import type { ApprovalKind, Difference, ExecutionContext } from './approval-kinds.ts'
import type { Reader } from './db.ts'
import { thingOf, type Thing } from './outside-ids.ts'
import type { NamedFile } from './private-files.ts'

/** Kinds that are not said by `defineApproval` yet; the file goes with the last of them. */
export type Carrying = ExecutionContext
export interface SettledApproval {
  readonly id: string
  readonly about: Thing
  readonly document: unknown
  readonly makerId: string
  readonly askedBy: string
  readonly reason: string
  readonly comment: string
}
interface Asked {
  readonly document: unknown
  readonly before: unknown
  readonly entityId: string
}
export interface FormerKind {
  readonly requires: ResourceRequires
  readonly makerNeeds?: ResourceRequires
  readonly alsoNeeds?: ResourceRequires
  readonly log?: { readonly name: string }
  readonly concerns?: (actor: EmployeeActor) => RawBuilder<boolean>
  readonly differences: (db: Reader, asked: Asked) => Promise<readonly Difference[]>
  readonly clear?: (asked: Asked) => readonly Difference[]
  readonly evidence?: (document: unknown) => NamedFile | null
  readonly carryOut: (carrying: Carrying, settled: SettledApproval) => Promise<void>
}

export function fromFormer(kind: string, former: FormerKind): ApprovalKind {
  const name = former.log?.name ?? kind
  return {
    ...former,
    kind,
    log: { name, asked: `${name}Asked` },
    read: ({ entity, entity_id: id, document, before }) => {
      const about = thingOf(entity, id)
      const asked = { document, before, entityId: about.entityId }
      const { clear } = former
      return {
        differences: (db) => former.differences(db, asked),
        clear: clear ? () => clear(asked) : null,
        evidence: former.evidence?.(document) ?? null,
        execute: (context, agreement) =>
          former.carryOut(context, { ...agreement, about, document, comment: agreement.comment ?? '' }),
      }
    },
  }
}
