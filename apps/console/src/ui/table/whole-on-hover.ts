import type { MouseEvent } from 'react'

/**
 * Heard on a table: a text that ends in an ellipsis is told whole by the browser's own hint. Measured when
 * the pointer comes, since the width of a column changes and most cells are never looked at.
 */
export function tellWhole({ target }: MouseEvent): void {
  const cell = target instanceof Element ? target.closest('td, th')?.querySelector('div, span') : null
  if (!(cell instanceof HTMLElement) || cell.querySelector('[title]')) return
  const isOurs = cell.dataset['whole'] !== undefined
  if (!isOurs && cell.title !== '') return
  const isCut = cell.scrollWidth > cell.clientWidth
  cell.title = isCut ? cell.textContent : ''
  if (isCut) cell.dataset['whole'] = ''
}
