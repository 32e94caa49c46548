import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { mayEver } from '@plumbline/contract/policy.ts'
import { Camera, Upload } from 'lucide-react'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import { type Command, type CommandSource, fits } from '../shell/commands.ts'

const MOST = 4

/** Uploading, and the photos of a project by its name. */
export const photoCommands: CommandSource = {
  heading: 'Photos',
  from: 1,
  find: async (word, { me, client }) => {
    const upload: Command = {
      id: 'upload',
      label: 'Upload photos',
      icon: Upload,
      href: paths.photos({ new: 'photo' }),
    }
    const jobs = await client.query(query(jobRoutes.list, { query: { search: word, limit: '8' } }))
    const ofJobs = jobs.slice(0, MOST).map(({ id, name }) => ({
      id,
      label: `Photos of ${name}`,
      icon: Camera,
      href: paths.photos({ jobId: id }),
    }))
    return mayEver(me.role, 'photo.create') && fits(upload.label, word)
      ? [upload, ...ofJobs]
      : ofJobs
  },
}
