import type { Page } from '@playwright/test'

/**
 * What the tables of a screen hide from whoever reads them: text that is cut off with neither an ellipsis nor
 * the whole of it on hover, and columns that do not fit the table. Empty where all is in sight.
 */
export const misfits = (page: Page): Promise<string[]> => page.evaluate(inPage)

/** Runs in the page. */
function inPage(): string[] {
  const found = new Set<string>()
  const headingOf = (cell: HTMLTableCellElement): string =>
    cell.closest('table')?.querySelectorAll('thead th')[cell.cellIndex]?.textContent?.trim() ?? ''
  const isUnseen = (element: Element): boolean => element.closest('[class*=unseen]') !== null
  const isWholeOnHover = (element: Element, cell: Element): boolean => {
    const titled = element.closest('[title]')
    return (titled !== null && cell.contains(titled)) || element.querySelector('[title]') !== null
  }
  const judge = (cell: HTMLTableCellElement): void => {
    const over = cell.querySelector('div, span')
    over?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    const note = (what: string): void => {
      found.add(`${headingOf(cell)}: ${what} “${cell.textContent.trim()}”`)
    }
    for (const element of [cell, ...cell.querySelectorAll('*')]) {
      const { overflowX, textOverflow } = getComputedStyle(element)
      if (isUnseen(element) || overflowX === 'visible' || element.clientWidth === 0) continue
      // A box that stands in the line as one is cut at the edge: no ellipsis takes its place.
      const edge = element.getBoundingClientRect().right + 1
      const isBoxCut = [...element.children].some(
        (child) =>
          getComputedStyle(child).display.startsWith('inline-') &&
          !isUnseen(child) &&
          child.getBoundingClientRect().right > edge,
      )
      if (isBoxCut) note('cut')
      else if (element.scrollWidth > element.clientWidth + 1) {
        if (textOverflow !== 'ellipsis') note('cut')
        else if (!isWholeOnHover(element, cell)) note('no title')
      }
    }
  }
  for (const table of document.querySelectorAll('main table')) {
    const frame = table.parentElement
    if (frame && frame.clientWidth > 0 && frame.scrollWidth > frame.clientWidth + 1)
      found.add(`table ${frame.scrollWidth - frame.clientWidth} px wider than its place`)
    for (const cell of table.querySelectorAll<HTMLTableCellElement>('th, td')) judge(cell)
  }
  return [...found]
}
