import { calls } from '@khlang/contract/calls.ts'
import type { Call, CallTable } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import type { HandlerTables } from '../app/http/adapter.ts'
import type { AnyHandler, Services } from '../platform/call/context.ts'
import type { Reader } from '../platform/db/db.ts'

// Whoever tests any call tests with it that an act leaves its row in the log: an act without one is a fault
// of the server, whatever the test was looking for.

interface Acting {
  readonly tx?: Reader
  readonly services: Services
  readonly requestId: string
  readonly input: { readonly version?: number }
  readonly record?: (activity: unknown) => Promise<void>
}
type Answer = Readonly<Record<string, unknown>>

const always = () => true
const isAsItWas = ({ approvalId }: Answer) => approvalId === null
/** Acts that may leave none, by their answers: notes of machines, one's own reading, what changed nothing. */
const silent: Readonly<Record<string, (answer: Answer, input: Acting['input']) => boolean>> = {
  'autoApi.message': always,
  'autoApi.heartbeat': always,
  'autoApi.answer': always,
  // Asked a second time with its code.
  'autoApi.pair': always,
  // Kept whole in a table of its own; what follows from it is logged where it follows.
  'autoApi.webhook': always,
  // Every word is kept for ever in a table of its own.
  'autoApi.provider': always,
  'autoApi.providerRoom': always,
  // Asked a second time with its request key.
  'memberApi.createOrder': always,
  'memberApi.noteLogin': always,
  // Kept with its member and moment in a table of its own.
  'memberApi.launchGame': always,
  'memberApi.transferGame': always,
  // Asked a second time with its request key.
  'memberApi.createWithdrawal': always,
  'auth.touch': always,
  // One's own claim, renewed, and one that was not one's own to give back.
  'preTransactions.claim': always,
  'preTransactions.release': always,
  'notifications.read': always,
  'notifications.mute': always,
  'listViews.saveLayout': always,
  // The same file once more.
  'distributors.uploadReport': ({ isKnown }) => isKnown === true,
  'employees.setRole': isAsItWas,
  'roles.update': isAsItWas,
  'employees.update': ({ version }, input) => version === input.version,
}

async function hasRow({ tx, services, requestId }: Acting): Promise<boolean> {
  const { rows } = await sql`select from activity_log where request_id = ${requestId} limit 1`.execute(
    tx ?? services.db,
  )
  return rows.length > 0
}

function watched(name: string, call: Call, handler: AnyHandler): AnyHandler {
  if (call.method === 'GET' || call.isRead) return handler
  const run = async (given: Acting) => {
    let rows = 0
    const record = async (activity: unknown) => {
      rows += 1
      await given.record?.(activity)
    }
    const answer = await handler((given.record ? { ...given, record } : given) as never)
    if (rows > 0 || silent[name]?.(answer as Answer, given.input) || (await hasRow(given))) return answer
    throw new Error(`${name} left no row in the log`)
  }
  return Object.assign(run as AnyHandler, handler)
}

/** The same handlers, each of which fails where its act leaves no row. */
export function watchedHandlers(tables: HandlerTables): HandlerTables {
  const watchedTable = ([area, table]: [string, Readonly<Record<string, AnyHandler>>]) => {
    const known = (calls as Readonly<Record<string, CallTable>>)[area] ?? {}
    const each = Object.entries(table).map(([name, handler]) => {
      const call = known[name]
      return [name, call ? watched(`${area}.${name}`, call, handler) : handler]
    })
    return [area, Object.fromEntries(each)]
  }
  return Object.fromEntries(Object.entries(tables).map(watchedTable)) as HandlerTables
}
