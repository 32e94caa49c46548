// `npm run backup -- FILE`: writes a backup, even while the program is running.
import { statSync } from 'node:fs'
import path from 'node:path'
import { attachDatabase } from '../../../platform/db/open.ts'
import { openFileStore } from '../../../platform/files/openStore.ts'
import { diskSpaceIn } from '../../../platform/files/room.ts'
import { formatBytes } from '../../../platform/formatBytes.ts'
import { StartError } from '../../../platform/startError.ts'
import { makeBackup } from '../backup.ts'
import { counted, run, typedPath } from './run.ts'

run('No backup was made', async (settings, log, [file]) => {
  if (!file) throw new StartError('name its file: npm run backup -- plumbline.zip')
  const target = typedPath(file)
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`${target} is a folder; name a file in it`)
  const files = await openFileStore(settings)
  const database = await attachDatabase(settings, log)
  try {
    const { sessionSecret } = settings
    const room = await diskSpaceIn(path.dirname(target), settings)
    const made = await makeBackup({ url: database.url, files, sessionSecret, room }, target)
    console.log(
      `Backed up ${counted(made.rows, 'row')} and ${counted(made.files, 'file')} as of ${made.takenAt} to ${target} (${formatBytes(made.bytes)})`,
    )
    const bad = made.missing.length + made.changed.length
    if (bad > 0)
      console.error(`Missing or damaged before: ${counted(bad, 'file')}; npm run verify names them`)
  } finally {
    await database.close()
  }
})
