import type { ExportedFile } from '@khlang/contract/exports.ts'

/** The file that an export answers at once. @throws when it is left to the background instead */
export async function wholeFile(
  answer: Promise<ExportedFile | { readonly jobId: string }>,
): Promise<ExportedFile> {
  const file = await answer
  if ('jobId' in file) throw new Error(`The file is made in the background: ${file.jobId}`)
  return file
}
