import { type ExportSummary, exportRoutes } from '@plumbline/contract/export.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { useWrite } from '../../api/write.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescribedSection } from '../../ui/FormPanel.tsx'
import { plural } from '../../ui/format.ts'
import { formatBytes } from '../../ui/formatBytes.ts'

/** The size of the export: `All tables, and 120 files (1.23 GB)`. */
const sizeOf = ({ files, bytes }: ExportSummary) =>
  `All tables, and ${plural(files, 'file', 'files')} (${formatBytes(bytes)})`

/** Opens the URL as a download. The screen stays open even if the server rejects the request. */
function startDownload(url: string) {
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}

/** Downloads all data of the company as one file. */
export function DownloadPart() {
  const { data, isError } = useQuery(query(exportRoutes.summary))
  const prepare = useWrite(exportRoutes.create, {
    success: 'The download starts in a moment',
    failure: 'Failed to start the download',
    onSuccess: ({ url }) => startDownload(url),
  })
  return (
    <DescribedSection
      title="Your data"
      text="All that was entered as tables, every photo and receipt as it was uploaded, and every signed copy, in one zip file."
    >
      <div className="flex flex-col gap-4 p-5">
        {prepare.problem && <Alert>{prepare.problem}</Alert>}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-2">
            {data ? sizeOf(data) : isError ? 'Its size could not be read.' : '…'}
          </p>
          <Button pending={prepare.isPending} onClick={() => prepare.mutate({})}>
            Download Everything
          </Button>
        </div>
        <p className="text-sm text-ink-2">
          Anybody who has this file can read everything in it: keep it as safe as the books.
        </p>
      </div>
    </DescribedSection>
  )
}
