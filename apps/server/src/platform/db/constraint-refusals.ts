import type { ErrorCode } from '@khlang/contract/kit/errors.ts'
import { ApiError } from '../api-error.ts'
import { constraintOf, sqlState } from './db.ts'

interface Refusal {
  readonly code: ErrorCode
  /** The field of the call that was refused. */
  readonly field: string
}

/**
 * What the caller reads when the database refuses a row by a constraint: two people who save the same name at
 * the same moment are told apart by the index alone. A constraint that no caller can reach is not here: its
 * migration says why in a comment, `no caller: …`, those of before in constraint-refusals.fixture.ts. A test
 * knows of every constraint of the schema.
 */
export const constraintRefusals = {
  chat_groups_name_key: { code: 'groupNameInUse', field: 'name' },
  devices_name: { code: 'deviceNameInUse', field: 'name' },
  employees_username_key: { code: 'usernameInUse', field: 'username' },
  list_views_name: { code: 'viewNameInUse', field: 'name' },
  member_bank_accounts_in_use: { code: 'bankAccountInUse', field: 'accountNo' },
  statement_files_once: { code: 'statementKnown', field: 'statement' },
  members_phone_key: { code: 'phoneInUse', field: 'phone' },
  members_username_key: { code: 'usernameInUse', field: 'username' },
  roles_name_folded: { code: 'roleNameInUse', field: 'roleName' },
  transfer_templates_name: { code: 'templateNameInUse', field: 'name' },
  roles_name_key: { code: 'roleNameInUse', field: 'roleName' },
} as const satisfies Record<string, Refusal>

const isKnown = (name: string | undefined): name is keyof typeof constraintRefusals =>
  name !== undefined && Object.hasOwn(constraintRefusals, name)

const violations = new Set(['23505', '23514', '23P01'])

/** The refusal that a violated constraint means; null for any other error, and what no caller can mean. */
export function constraintRefusal(error: unknown): ApiError | null {
  const name = constraintOf(error)
  if (!violations.has(sqlState(error) ?? '') || !isKnown(name)) return null
  const { code, field } = constraintRefusals[name]
  return new ApiError(code, { field, cause: error })
}
