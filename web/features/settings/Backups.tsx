import { type Backups, backupRoutes } from '@plumbline/contract/backup.ts'
import { BackupsKept, type Settings } from '@plumbline/contract/settings.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { query } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { NumberField } from '../../forms/fields.tsx'
import { fieldsOf } from '../../forms/fieldsOf.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { formatMoment } from '../../ui/format.ts'
import { formatBytes } from '../../ui/formatBytes.ts'
import { useSettingsForm } from './useSettingsForm.ts'

type Values = z.input<typeof BackupsKept>

const backupsQuery = query(backupRoutes.read)
/** Interval between two reads of a running backup, in milliseconds. */
const POLL_INTERVAL_MS = 2000

const { fields, ...backupsForm } = fieldsOf<Values, Settings>({
  backupsKept: {
    label: 'Nightly Backups Kept',
    empty: 0,
    hint: 'The oldest is deleted after each night; 0 turns nightly backups off. Of those you make yourself, the latest 7 are kept.',
  },
})

/** The number of backups to retain, the result of the last one, and a button to make one now. */
export function BackupsForm({ company }: { company: Settings }) {
  const { form, submission } = useSettingsForm(company, { ...backupsForm, schema: BackupsKept })
  return (
    <FormPanel
      {...submission}
      title="Backups"
      text="Everything is backed up each night, to the folder “backups” beside the data. Copy that folder to another machine as well."
      submitLabel="Save"
    >
      <LastBackup timeZone={company.timeZone} />
      <NumberField control={form.control} {...fields.backupsKept} isWhole />
    </FormPanel>
  )
}

function LastBackup({ timeZone }: { timeZone: string }) {
  const { data } = useQuery({
    ...backupsQuery,
    refetchInterval: ({ state }) => (state.data?.running ? POLL_INTERVAL_MS : false),
  })
  const create = useWrite(backupRoutes.create, {
    success: 'Backup started',
    failure: 'Failed to start the backup',
  })
  return (
    <div className="flex flex-col gap-4">
      {create.problem && <Alert>{create.problem}</Alert>}
      {data?.failure && (
        <Alert>
          The backup of {formatMoment(data.failure.startedAt, timeZone)} failed:{' '}
          {data.failure.problem}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">{data ? stateOf(data, timeZone) : 'Loading…'}</p>
        <Button
          pending={create.isPending || data?.running === true}
          onClick={() => create.mutate({})}
        >
          Back Up Now
        </Button>
      </div>
    </div>
  )
}

/** The state of the backups, as a sentence. */
function stateOf({ running, kept }: Backups, timeZone: string): string {
  if (running) return 'A backup is being made.'
  const [last] = kept
  if (!last) return 'There is no backup yet.'
  return `Last backup: ${formatMoment(last.finishedAt, timeZone)}, ${formatBytes(last.bytes)}.`
}
