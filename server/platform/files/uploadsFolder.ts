import path from 'node:path'

/** The folder where uploads are stored while they are processed. */
export const uploadsFolder = (dataDir: string) => path.join(dataDir, 'uploads')
