/** A file as an export call answers it. */
export interface ExportedFile {
  readonly fileName: string
  readonly mimeType: string
  readonly base64: string
}

/** Hands a file to the browser's downloads. */
export function saveFile({ fileName, mimeType, base64 }: ExportedFile): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
