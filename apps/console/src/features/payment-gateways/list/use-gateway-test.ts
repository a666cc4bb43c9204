import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useCall } from '../../../lib/call/query.ts'
import type { GatewayCardRow } from '../gateway-shapes.ts'

/** Asks a gateway whether it answers and knows our key, and says what it said. */
export function useGatewayTest({ id, name }: Pick<GatewayCardRow, 'id' | 'name'>) {
  const { t } = useTranslation('payment-gateways')
  const errorText = useErrorText()
  const { send, isSending } = useCall('paymentGateways.test', { refreshes: ['paymentGateways'] })
  const run = async () => {
    try {
      const { isReached, ms, said } = await send({ id })
      say(
        t(isReached ? 'test.reached' : 'test.notReached', { name, ms, said }),
        isReached ? 'green' : 'red',
      )
    } catch (thrown) {
      say(errorText(thrown), 'red')
    }
  }
  return { isTesting: isSending, run: () => void run() }
}
