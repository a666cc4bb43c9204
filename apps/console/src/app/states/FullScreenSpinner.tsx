import type { ReactNode } from 'react'

/**
 * The blue spinner while user, permissions or a screen load. Its words are the specification's in every
 * language.
 */
export function FullScreenSpinner({ children }: { children?: ReactNode }) {
  return (
    <div className="wait" role="status">
      <span className="wait-ring" />
      <span lang="en">Wait a sec...</span>
      {children && <span className="wait-more">{children}</span>}
    </div>
  )
}

/** The same ring where only the middle of the screen waits. */
export function ContentSpinner() {
  return (
    <div className="wait-here" role="status" aria-label="Wait a sec...">
      <span className="wait-ring" />
    </div>
  )
}
