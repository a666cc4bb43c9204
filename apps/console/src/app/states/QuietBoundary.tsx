import { Component, type ReactNode } from 'react'
import { ChunkError } from '../../lib/chunks.ts'

/**
 * Shows nothing in place of a part that failed. For parts beside the screen, whose loss must not throw away
 * what a person is working on.
 */
export class QuietBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkError)) console.error(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
