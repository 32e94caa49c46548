import { importFields, MAX_IMPORT_ROWS } from '@plumbline/contract/imports.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, Download, FileX } from 'lucide-react'
import { paths } from '../paths.ts'
import { download } from '../shell/csv.ts'
import { Link } from '../shell/Link.tsx'
import { adminOnly, screen } from '../shell/screen.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { ScreenHeader, SectionHeader } from '../ui/Headings.tsx'
import { Columns } from './Columns.tsx'
import { FileDrop } from './FileDrop.tsx'
import { countOf, type KindInfo, kindOf } from './kinds.ts'
import { Outcome, Problems } from './Outcome.tsx'
import { templateCsv } from './rejects.ts'
import { type Import, useImport } from './useImport.ts'

export const Route = createFileRoute('/imports/$kind')({
  ...screen({ title: 'Import', ...adminOnly }),
  component: ImportScreen,
})

/** Brings a list from elsewhere: a file, its columns, what would happen, and then it happens. */
function ImportScreen() {
  const { kind: word } = Route.useParams()
  const kind = kindOf(word)
  // By its name, so that nothing of one import is left in the next.
  return kind ? <Page key={kind.kind} kind={kind} /> : <UnknownKind />
}

function UnknownKind() {
  return (
    <>
      <h1 className="sr-only">Import</h1>
      <EmptyState
        icon={FileX}
        title="There is no such import"
        text="Subcontractors, customers and jobs can be imported"
        action={
          <Link href={paths.dashboard()} className={buttonVariants()}>
            Back to the dashboard
          </Link>
        }
      />
    </>
  )
}

function Page({ kind }: { kind: KindInfo }) {
  const it = useImport(kind)
  const { report } = it
  const isDone = report !== null && !report.dryRun

  return (
    <div className="max-w-240">
      <Link href={kind.home} className="linkish mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to {kind.homeLabel}
      </Link>
      <ScreenHeader
        title={kind.title}
        text={`From a CSV file of up to ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Nothing is added before you have seen what will be.`}
      >
        <Button onClick={() => download(`${kind.kind}-template.csv`, templateCsv(kind.kind))}>
          <Download aria-hidden />
          Template
        </Button>
      </ScreenHeader>
      {it.problem && <Alert className="mb-4">{it.problem}</Alert>}
      {isDone ? (
        <Done kind={kind} it={it} />
      ) : (
        <>
          <FileDrop name={it.file?.name} onChoose={(file) => void it.choose(file)} />
          {!report && !it.isPending && <Wanted kind={kind} />}
          {!report && it.isPending && (
            <p role="status" className="mt-4 text-ink-2">
              Reading the file…
            </p>
          )}
          {report && (
            <>
              <SectionHeader title="Columns" />
              <Columns kind={kind} report={report} mapping={it.mapping} onChange={it.map} />
              <Check kind={kind} it={it} />
            </>
          )}
        </>
      )}
      {report && it.isCurrent && <Problems kind={kind} report={report} />}
    </div>
  )
}

/** What a file has to bring, said before one is chosen. */
function Wanted({ kind }: { kind: KindInfo }) {
  const fields = importFields[kind.kind].filter(({ insteadOf }) => !insteadOf)
  const labels = (required: boolean) =>
    fields
      .filter((field) => (field.required === true) === required)
      .map(({ label }) => label)
      .join(', ')
  return (
    <div className="mt-5 flex max-w-160 flex-col gap-1.5 text-ink-2">
      <p>
        <b className="font-medium text-ink">Needed:</b> {labels(true)}.{' '}
        <b className="font-medium text-ink">Also taken:</b> {labels(false)}.
      </p>
      <p>The first row names the columns; you say which is which after choosing the file.</p>
      {kind.format && <p>{kind.format}</p>}
      <p>{kind.known} are left out, so the same file can be imported again without harm.</p>
    </div>
  )
}

/** What would happen, and the button that makes it happen; after a change of the columns it is asked anew. */
function Check({ kind, it }: { kind: KindInfo; it: Import }) {
  const { report, isCurrent, isPending } = it
  const isReady = isCurrent && report !== null && report.missing.length === 0
  return (
    <section aria-label="Check" className="mt-7">
      <div role="status" className="flex flex-col gap-2.5">
        {isReady && <Outcome report={report} />}
        {isReady && (
          <p className="text-ink-2">{sentenceOf(kind, report.added, report.existing.length)}</p>
        )}
        {isCurrent && !isReady && (
          <p className="text-ink-2">Choose a column for every field marked with a star.</p>
        )}
        {!isCurrent && (
          <p className="text-ink-2">{isPending ? 'Checking…' : 'This has not been checked yet.'}</p>
        )}
      </div>
      <div className="mt-3 flex gap-2 empty:hidden max-sm:*:flex-1">
        {isReady && report.added > 0 && (
          <Button variant="primary" pending={isPending} onClick={it.run}>
            Import {report.added.toLocaleString('en-US')}
          </Button>
        )}
        {!isCurrent && (
          <Button variant="primary" pending={isPending} onClick={it.check}>
            Check
          </Button>
        )}
      </div>
    </section>
  )
}

function sentenceOf(kind: KindInfo, added: number, existing: number): string {
  const left = existing > 0 ? ` ${kind.known} are left out.` : ''
  return `${added > 0 ? `${countOf(added, kind)} will be added.` : 'There is nothing to add.'}${left}`
}

/** The button that was pressed is gone: who listens rather than looks goes on from here. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

function Done({ kind, it }: { kind: KindInfo; it: Import }) {
  const { report } = it
  if (!report) return null
  return (
    <section aria-labelledby="import-done">
      <h2 id="import-done" tabIndex={-1} ref={takeFocus} className="mb-2.5 outline-none">
        {countOf(report.added, kind)} added
      </h2>
      <Outcome report={report} />
      <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-1">
        <Link href={kind.home} className={buttonVariants({ variant: 'primary' })}>
          Go to {kind.homeLabel}
        </Link>
        <Button onClick={it.startOver}>Import another file</Button>
      </div>
    </section>
  )
}
