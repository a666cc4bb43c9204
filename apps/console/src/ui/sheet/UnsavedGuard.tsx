import { useBlocker } from '@tanstack/react-router'
import { createElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import '../kit-later.ts'
import { leaveSheet } from '../later-parts.ts'

/** How long somebody who leaves waits for our own sheet. */
const waitMs = 2000

/**
 * Asks before typed things are lost: on leaving the screen by our own sheet, which is fetched as soon as
 * there is something to lose; on closing the tab, and where the sheet cannot be had, by the browser's.
 */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('table')
  const LeaveSheet = useStore(leaveSheet.shown)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const isAsking = status === 'blocked'
  useEffect(() => {
    if (isDirty) void leaveSheet.fetch()
  }, [isDirty])
  useEffect(() => {
    if (!isAsking || LeaveSheet) return
    void leaveSheet.fetch()
    const timer = setTimeout(() => {
      if (globalThis.confirm(`${t('unsaved.title')}\n${t('unsaved.text')}`)) proceed()
      else reset()
    }, waitMs)
    return () => clearTimeout(timer)
  }, [isAsking, LeaveSheet, proceed, reset, t])
  const answers = { onLeave: () => proceed?.(), onStay: () => reset?.() }
  return LeaveSheet && createElement(LeaveSheet, { isAsking, ...answers })
}
