import { businessOn } from '../../platform/business-day.ts'

/** Does something while the server's clock stands on another business day; they end at midnight. */
export async function onDay<T>(
  server: { readonly clock: { ms: number } },
  day: string,
  act: () => Promise<T>,
): Promise<T> {
  const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
  server.clock.ms = Date.parse(day) - Date.parse(today)
  try {
    return await act()
  } finally {
    server.clock.ms = 0
  }
}
