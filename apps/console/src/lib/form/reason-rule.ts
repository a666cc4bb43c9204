import { ruleOf } from './field-rules.ts'

/** What every call asks of a reason or remark that it needs: one kind of field of the contract. */
export const reasonRule = ruleOf('employees.update', 'reason')
