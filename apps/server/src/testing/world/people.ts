import { randomBytes, randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import type { Client } from '@khlang/contract/derived/client.ts'
import type { Person, TestServer } from '../server.ts'
import { decidePassword } from './decide.ts'

/** A person as the calls make one: hired by another, whose code that other has used themselves. */
export interface Hired {
  readonly id: string
  readonly username: string
  readonly call: Client
}

const once = () => ({ idempotencyKey: randomUUID() })

/** Sets a password with a code, signs in with it, and opens the window of a recent second factor. */
export async function signInWith(
  server: TestServer,
  { id, username }: Pick<Person, 'id' | 'username'>,
  code: string,
): Promise<Hired> {
  const stranger = server.as(null)
  await stranger('auth.redeem', { username, code, newPassword: decidePassword })
  const call = server.as(await stranger('auth.login', { username, password: decidePassword }))
  await call('auth.stepUp', { password: decidePassword })
  return { id, username, call }
}

/** Hires a person into the hirer's own role, who is handed the code and uses it. */
export async function hire(
  server: TestServer,
  by: Pick<Person, 'id' | 'call'>,
  roleId?: string,
): Promise<Hired> {
  const own = await server.database.asAdmin<{ id: string }>(
    'select role_id as id from employees where id = $1',
    [by.id],
  )
  const username = `h${randomBytes(4).toString('hex')}`
  const { code } = await by.call(
    'employees.create',
    {
      username,
      displayName: 'สมศรี',
      roleId: roleId ?? encodeId('role', own[0]?.id ?? ''),
      phone: '',
      shift: '',
      approvalLimitMinor: null,
      adjustmentPerDayMinor: null,
      addresses: [],
    },
    once(),
  )
  const [made] = await server.database.asAdmin<{ id: string }>(
    'select id from employees where username = $1',
    [username],
  )
  return signInWith(server, { id: made?.id ?? '', username }, code)
}

/** Resets a password: the code that whoever asks for it is handed. */
export const handOver = async (by: Pick<Person, 'call'>, of: Pick<Person, 'id'>): Promise<string> => {
  const id = encodeId('employee', of.id)
  return (await by.call('employees.resetPassword', { id, reason: 'forgot it' }, once())).code
}
