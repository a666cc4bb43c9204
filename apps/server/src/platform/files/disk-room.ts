import { statfs } from 'node:fs/promises'

/** Whether a disk, which the database may share, has so many bytes left. */
export async function hasRoom(folder: string, least: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= least
}
