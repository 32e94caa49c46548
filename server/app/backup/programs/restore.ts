// `npm run restore -- FILE`: restores a backup into an empty installation. With `--secret` before
// the file it only prints the SESSION_SECRET of the backup, which may have to be set first.
import { text } from 'node:stream/consumers'
import { attachDatabase } from '../../../platform/db/open.ts'
import { openFileStore } from '../../../platform/files/openStore.ts'
import { replaceSecret } from '../../../platform/secrets.ts'
import type { Settings } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/startError.ts'
import { type Archive, openArchive } from '../archiveReader.ts'
import { SESSION_SECRET } from '../manifest.ts'
import { restoreArchive, rowsOf } from '../restore.ts'
import { counted, type Log, runWithout, typedPath, withSettings } from './run.ts'

runWithout('Nothing was restored', async (args) => {
  const file = args.find((argument) => !argument.startsWith('-'))
  if (!file) throw new StartError('name the backup: npm run restore -- plumbline.zip')
  const archive = await openArchive(typedPath(file))
  try {
    const secret = await text(await archive.read(SESSION_SECRET))
    if (args.includes('--secret')) console.log(secret)
    else await withSettings((settings, log) => restore(archive, secret, settings, log))
  } finally {
    await archive.close()
  }
})

async function restore(archive: Archive, secret: string, settings: Settings, log: Log) {
  requireSecret(settings, secret)
  const files = await openFileStore(settings)
  const database = await attachDatabase(settings, log, { alone: true })
  try {
    await restoreArchive(archive, {
      url: database.url,
      files,
      dataDir: settings.dataDir,
      log,
      useSecret: async () => {
        if (secret !== settings.sessionSecret) replaceSecret(settings.dataDir, 'session', secret)
      },
    })
  } finally {
    await database.close()
  }
  const { manifest } = archive
  console.log(
    `Restored ${counted(rowsOf(manifest), 'row')} as of ${manifest.takenAt}. Everybody has to sign in again.`,
  )
}

/**
 * @throws StartError if SESSION_SECRET is set to another secret, which would override the restored
 * one
 */
function requireSecret({ sessionSecret }: Settings, secret: string) {
  if (process.env.SESSION_SECRET?.trim() && sessionSecret !== secret)
    throw new StartError(
      'SESSION_SECRET is not the one of the backup, on which links and second factors depend; set it to what npm run --silent restore -- --secret FILE prints',
    )
}
