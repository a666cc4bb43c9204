import { useQueryClient } from '@tanstack/react-query'
import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useLive } from '../../lib/call/live.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { refreshSoon } from '../../lib/call/refresh.ts'

export type MoneyNowAnswer = OutputOf<CallOf<'dashboard.now'>>
export type DayAnswer = OutputOf<CallOf<'dashboard.day'>>

const refreshEveryMs = 1_000

/** Money now and the figures of a day (`on` absent: today), read again by events at most once a second. */
export function useDashboard(on: string | undefined) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const refresh = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      for (const figures of ['now', 'day', 'alarms']) refreshSoon(client, ['dashboard', figures])
    }, refreshEveryMs)
  }, [client])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  useLive('deposit', refresh)
  useLive('withdrawal', refresh)
  useLive('statementLine', refresh)
  useLive('message', refresh)
  useLive('bankAccount', refresh)
  useLive('transfer', refresh)
  useLive('member', refresh)
  return {
    now: useQueryCall('dashboard.now', {}, { isTracked: false, staleMs: refreshEveryMs }),
    day: useQueryCall('dashboard.day', on === undefined ? {} : { on }, {
      isTracked: false,
      keepsPrevious: true,
      staleMs: refreshEveryMs,
    }),
  }
}
