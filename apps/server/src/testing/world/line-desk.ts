import { startTestServer, type Person, type TestServer } from '../server.ts'
import { decidePassword } from './decide.ts'
import { createMoneyFactory, type MoneyFactory } from './money-factory.ts'

export interface LineDesk {
  readonly server: TestServer
  readonly make: MoneyFactory
  /** Settles lines. */
  readonly cashier: Person
  /** Agrees to what the cashier asked for. */
  readonly second: Person
  /** Ends it. @returns what the judges of the whole book found wrong */
  readonly stop: () => Promise<readonly unknown[]>
}

/** A server, its world, and two people who may settle unidentified lines. */
export async function startLineDesk(): Promise<LineDesk> {
  const server = await startTestServer()
  const make = await createMoneyFactory(server)
  const permissions = { pretransactionNotMatch: ['isRead', 'isUpdate'] as const }
  const cashier = await server.person({ permissions, hasStepUp: true })
  const second = await server.person({ permissions, hasStepUp: true, password: decidePassword })
  const stop = async () => {
    const violations = await make.judge()
    await server.stop()
    return violations
  }
  return { server, make, cashier, second, stop }
}
