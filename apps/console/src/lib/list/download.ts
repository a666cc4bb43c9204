/** A file as an export call answers it. */
export interface ExportedFile {
  readonly fileName: string
  readonly mimeType: string
  readonly base64: string
}

/** Hands bytes to the browser's downloads. */
export function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}

/** Hands a file to the browser's downloads. */
export function saveFile({ fileName, mimeType, base64 }: ExportedFile): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  saveBlob(fileName, new Blob([bytes], { type: mimeType }))
}
