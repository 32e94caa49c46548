import { MAX_IMPORT_ROWS } from '@plumbline/contract/imports.ts'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { ArrowLeft, Download, FileSpreadsheet, FileX } from 'lucide-react'
import { type ChangeEvent, useId } from 'react'
import { paths } from '../../paths.ts'
import { download } from '../../screens/csv.ts'
import { Link } from '../../screens/Link.tsx'
import { adminOnly, screen } from '../../screens/screen.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Choices.tsx'
import { plural } from '../../ui/format.ts'
import { ScreenHeader, SectionHeader } from '../../ui/Headings.tsx'
import { takeFiles } from '../../ui/Input.tsx'
import { countOf, type KindInfo, kindOf, templateCsv, usualFields } from './api.ts'
import { Clients } from './Clients.tsx'
import { Columns } from './Columns.tsx'
import { AddedPeople, Outcome, Problems } from './Outcome.tsx'
import { Source } from './Source.tsx'
import { Statuses } from './Statuses.tsx'
import { type Import, useImport } from './useImport.ts'

export const Route = createFileRoute('/imports/$kind')({
  ...screen({ title: 'Import', ...adminOnly }),
  component: ImportScreen,
})

/** Imports a CSV file: choose it, match its columns, check the result, import. */
function ImportScreen() {
  const kind = kindOf(Route.useParams().kind)
  return kind ? <Page kind={kind} /> : <UnknownKind />
}

function UnknownKind() {
  return (
    <>
      <h1 className="sr-only">Import</h1>
      <EmptyState
        icon={FileX}
        title="Import not found"
        text="Subcontractors, customers, jobs, the price list, and what belongs to the rentals can be imported"
        action={
          <Link href={paths.dashboard()} className={buttonVariants()}>
            Back to Dashboard
          </Link>
        }
      />
    </>
  )
}

function Page({ kind }: { kind: KindInfo }) {
  const router = useRouter()
  const current = useImport(
    kind,
    (other) => void router.navigate({ href: paths.imports(other), replace: true }),
  )
  const { report } = current
  const isDone = report !== null && !report.dryRun

  return (
    <div className="max-w-240">
      <Link href={kind.listPath} className="action-link mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to {kind.listLabel}
      </Link>
      <ScreenHeader
        title={kind.title}
        text={`From a CSV file of up to ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. You see the result before anything is added.`}
      >
        <Button onClick={() => download(`${kind.kind}-template.csv`, templateCsv(kind.kind))}>
          <Download aria-hidden />
          Template
        </Button>
      </ScreenHeader>
      {current.problem && <Alert className="mb-4">{current.problem}</Alert>}
      {isDone ? (
        <Done kind={kind} current={current} />
      ) : (
        <>
          <FileDrop name={current.file?.name} onChoose={(file) => void current.choose(file)} />
          {!report && !current.isPending && <Requirements kind={kind} />}
          {!report && current.isPending && (
            <p role="status" className="mt-4 text-ink-2">
              Reading the file…
            </p>
          )}
          {report && (
            <>
              <Source kind={kind} current={current} />
              <SectionHeader title="Columns" />
              <Columns kind={kind} current={current} report={report} />
              <Statuses current={current} />
              <Check kind={kind} current={current} />
            </>
          )}
        </>
      )}
      {report && (isDone || current.isCurrent) && (
        <Clients
          report={report}
          withNew={kind.kind === 'customers' ? current.linkJobs : current.addClients}
        />
      )}
      {report && current.isCurrent && <Problems kind={kind} report={report} />}
    </div>
  )
}

/** The requirements for a file, shown before one is chosen. */
function Requirements({ kind }: { kind: KindInfo }) {
  const fields = usualFields(kind.kind)
  const labels = (required: boolean) =>
    fields
      .filter((field) => (field.required === true) === required)
      .map(({ label }) => label)
      .join(', ')
  return (
    <div className="mt-5 flex max-w-160 flex-col gap-1.5 text-ink-2">
      <p>
        <b className="font-medium text-ink">Required:</b> {labels(true)}.{' '}
        <b className="font-medium text-ink">Optional:</b> {labels(false)}.
      </p>
      <p>
        One of the first rows must contain the column names. You match them to fields after choosing
        the file. Lists from QuickBooks, Jobber and JobTread are recognized as they are.
      </p>
      {kind.format && <p>{kind.format}</p>}
      <p>{kind.existing} are skipped, so the same file can safely be imported again.</p>
    </div>
  )
}

/**
 * The result of the check, with the button that imports. After a change of the columns, the file
 * has to be checked again.
 */
function Check({ kind, current }: { kind: KindInfo; current: Import }) {
  const { report, isCurrent, isPending, statuses } = current
  const isReady = isCurrent && report !== null && report.missing.length === 0
  const isAnswered = report?.statuses.every(({ value }) => statuses[value]) === true
  return (
    <section aria-label="Check" className="mt-7">
      <div role="status" className="flex flex-col gap-2.5">
        {isReady && <Outcome report={report} />}
        {isReady && (
          <p className="text-ink-2">{sentenceOf(kind, report.added, report.existing.length)}</p>
        )}
        {isReady && report.withoutEmail > 0 && (
          <p className="text-ink-2">
            {plural(report.withoutEmail, 'row has', 'rows have')} no email address.{' '}
            {report.withoutEmail === 1 ? 'This person is' : 'These people are'} added, and can be
            invited once they have one.
          </p>
        )}
        {isReady && !isAnswered && (
          <p className="text-ink-2">Choose a matching status for each name.</p>
        )}
        {isCurrent && !isReady && (
          <p className="text-ink-2">Choose a column for every field marked with an asterisk.</p>
        )}
        {!isCurrent && (
          <p className="text-ink-2">
            {isPending ? 'Checking…' : 'Check the file before importing.'}
          </p>
        )}
      </div>
      {isReady && report.newClients > 0 && (
        <Checkbox
          className="mt-2"
          checked={current.addClients}
          onChange={({ target }) => current.setAddClients(target.checked)}
        >
          Add {plural(report.newClients, 'new client', 'new clients')}
          <span className="block text-sm text-ink-2">
            Customers with an email address or phone number. Their jobs are linked to them.
          </span>
        </Checkbox>
      )}
      {isReady && kind.kind === 'customers' && report.links.length > 0 && (
        <Checkbox
          className="mt-2"
          checked={current.linkJobs}
          onChange={({ target }) => current.setLinkJobs(target.checked)}
        >
          Link {plural(report.links.length, 'open job', 'open jobs')}
          <span className="block text-sm text-ink-2">
            {report.links.length === 1 ? 'It has' : 'They have'} the email address of a customer in
            the file, and no client yet.
          </span>
        </Checkbox>
      )}
      <div className="mt-3 flex gap-2 empty:hidden max-sm:*:flex-1">
        {isReady && isAnswered && report.added > 0 && (
          <Button variant="primary" pending={isPending} onClick={current.run}>
            Import {report.added.toLocaleString('en-US')}
          </Button>
        )}
        {!isCurrent && (
          <Button variant="primary" pending={isPending} onClick={current.check}>
            Check
          </Button>
        )}
      </div>
    </section>
  )
}

function sentenceOf(kind: KindInfo, added: number, existing: number): string {
  const skipped = existing > 0 ? ` ${kind.existing} are skipped.` : ''
  return `${added > 0 ? `${countOf(added, kind)} will be added.` : 'There is nothing to add.'}${skipped}`
}

/** Moves the focus to the result, because the pressed button is removed. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

function Done({ kind, current }: { kind: KindInfo; current: Import }) {
  const { report } = current
  if (!report) return null
  return (
    <section aria-labelledby="import-done">
      <h2 id="import-done" tabIndex={-1} ref={takeFocus} className="mb-2.5 outline-none">
        {countOf(report.added, kind)} added
      </h2>
      <Outcome report={report} />
      <AddedPeople report={report} />
      <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-1">
        <Link href={kind.listPath} className={buttonVariants({ variant: 'primary' })}>
          Go to {kind.listLabel}
        </Link>
        <Button onClick={current.startOver}>Import another file</Button>
      </div>
    </section>
  )
}

interface FileDropProps {
  /** The name of the chosen file. */
  name: string | undefined
  onChoose: (file: File) => void
}

/**
 * The area where a file is chosen or dropped. The native file input covers it, so that it can be
 * reached with the keyboard.
 */
function FileDrop({ name, onChoose }: FileDropProps) {
  const hint = useId()
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = takeFiles(target)
    if (file) onChoose(file)
  }
  return (
    <div
      className={cx(
        'relative flex items-center gap-x-3 gap-y-1 rounded-m border border-dashed border-control bg-surface px-4 text-ink-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-sunken',
        name ? 'min-h-16' : 'min-h-36 flex-col justify-center text-center',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere text-ink">{name ?? 'Choose a CSV file'}</p>
        <p id={hint} className="text-sm">
          {name
            ? 'Choose another file'
            : 'From Excel, Numbers or Google Sheets: save or download the list as CSV'}
          <span className="touch:hidden">{name ? ', or drop it here' : '; or drop it here'}</span>
        </p>
      </div>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/comma-separated-values"
        aria-label={name ? 'Choose another CSV file' : 'Choose a CSV file'}
        aria-describedby={hint}
        onChange={onChange}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  )
}
