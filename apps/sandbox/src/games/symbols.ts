import type { SymbolName } from './slot.ts'

const petal = (turn: number): string =>
  `<ellipse cx="32" cy="26" rx="8" ry="19" transform="rotate(${turn} 32 44)"
 fill="#f2a5c4" stroke="#c2527f"/>`

/** Drawn by hand, so that they look alike on every machine. */
const drawings: Readonly<Record<SymbolName, string>> = {
  lotus: `${[-52, 52, -27, 27, 0].map(petal).join('')}<path d="M10 50q22 12 44 0" fill="none" stroke="#3f8f5a"
 stroke-width="4" stroke-linecap="round"/>`,
  bell: `<path d="M32 8c-11 0-17 8-17 19 0 13-4 16-7 20h48c-3-4-7-7-7-20 0-11-6-19-17-19z" fill="#f0b429"
 stroke="#a8720a" stroke-width="2"/><circle cx="32" cy="53" r="6" fill="#a8720a"/>`,
  gem: `<path d="M16 12h32l12 16-28 28L4 28z" fill="#5fc4e8" stroke="#1d6f96" stroke-width="2"/>
<path d="M4 28h56M16 12l8 16 8 28 8-28 8-16M24 28l8-16 8 16" fill="none" stroke="#1d6f96"/>`,
  coin: `<circle cx="32" cy="32" r="26" fill="#f7cf4b" stroke="#b07d0b" stroke-width="3"/>
<circle cx="32" cy="32" r="19" fill="none" stroke="#b07d0b" stroke-width="1.5"/>
<text x="32" y="43" text-anchor="middle" font-size="30" font-weight="700" fill="#8a5f05">฿</text>`,
  seven: `<path d="M12 10h40v10L34 56H20l17-33H12z" fill="#d92b3a" stroke="#8c0f1b" stroke-width="2"/>`,
}

/** All of them, once on a page: each is drawn from it by its name. */
export const symbolSheet = `<svg class="sheet" width="0" height="0" aria-hidden="true">${Object.entries(
  drawings,
)
  .map(([name, drawing]) => `<symbol id="${name}" viewBox="0 0 64 64">${drawing}</symbol>`)
  .join('')}</svg>`

export const drawn = (name: SymbolName): string =>
  `<svg viewBox="0 0 64 64" aria-hidden="true"><use href="#${name}"/></svg>`
