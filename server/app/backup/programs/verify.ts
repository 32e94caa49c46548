// `npm run verify`: reads all files and the whole database, and lists the problems, even while the
// program is running.
import { attachDatabase } from '../../../platform/db/open.ts'
import { openFileStore } from '../../../platform/files/openStore.ts'
import { verify } from '../verify.ts'
import { counted, run } from './run.ts'

run('Nothing was verified', async (settings, log) => {
  const files = await openFileStore(settings)
  const database = await attachDatabase(settings, log)
  try {
    const { problems, tables, expected, checksums } = await verify(database.url, files, new Date())
    for (const problem of problems) console.log(problem)
    const read = `${counted(expected, 'file')} and ${counted(tables, 'table')}`
    if (!checksums) console.log('The database has no checksums, so damage to it may go unnoticed.')
    if (problems.length === 0) console.log(`Verified ${read}: nothing is wrong.`)
    else {
      console.log(`Verified ${read}: ${counted(problems.length, 'problem')}.`)
      process.exitCode = 1
    }
  } finally {
    await database.close()
  }
})
