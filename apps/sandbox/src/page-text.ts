const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it may stand in HTML, between tags and in quotes. */
export const safe = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
