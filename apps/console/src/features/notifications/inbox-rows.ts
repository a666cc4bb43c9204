import type { Notice } from './notice-shapes.ts'

/**
 * What the open panel shows: the unread messages, and those it has shown before, which stay where they are
 * when they are read. Newest first.
 */
export function inboxRows(shown: readonly Notice[], unread: readonly Notice[]): Notice[] {
  const isUnread = new Set(unread.map(({ id }) => id))
  const read = shown
    .filter(({ id }) => !isUnread.has(id))
    .map((row) => ({ ...row, readAt: row.readAt ?? row.createdAt }))
  return [...unread, ...read].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}
