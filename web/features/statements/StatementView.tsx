import type { Statement } from '@plumbline/contract/statements.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Mail, Printer } from 'lucide-react'
import { isMissing } from '../../api/call.ts'
import { useMay } from '../../api/me.ts'
import { messageOf } from '../../api/serverMessage.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { Link } from '../../screens/Link.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { type AskedDays, documentPaths, statementQuery } from './api.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { SentStatements } from './SentStatements.tsx'
import { StatementNotFound } from './StatementNotFound.tsx'
import { StatementPaper } from './StatementPaper.tsx'

const SendStatement = lazyPart(async () => ({
  default: (await import('./SendStatement.tsx')).SendStatementDialog,
}))

interface StatementViewProps {
  id: string
  days: AskedDays
}

/** A statement as the customer gets it, beside its period and those that were sent before. */
export function StatementView({ id, days }: StatementViewProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...statementQuery(id, days),
    placeholderData: keepPreviousData,
  })
  if (isMissing(error)) return <StatementNotFound />
  // After a failure, the data are those of the period before.
  const statement = error ? undefined : data
  return (
    <>
      <ScreenPaper>
        <p>“Print” prints the statement as the customer gets it.</p>
      </ScreenPaper>
      <Link href={paths.customer(id)} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Customer
      </Link>
      <Head statement={isPlaceholderData ? undefined : statement} name={data?.customer.name} />
      <div className="mt-5 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(19rem,1fr)]">
        <div className="min-w-0 max-lg:row-start-2" aria-busy={isPlaceholderData}>
          {error ? (
            <Alert>{messageOf(error)}</Alert>
          ) : statement ? (
            <StatementPaper statement={statement} />
          ) : (
            <RowsSkeleton count={6} />
          )}
        </div>
        {/* Beside the paper; on a phone the period is above it and the rest is below. */}
        <div className="flex min-w-0 flex-col gap-8 max-lg:contents">
          <div className="max-lg:row-start-1">
            <PeriodFields days={days} statement={statement} />
          </div>
          {statement && <SentStatements statement={statement} />}
        </div>
      </div>
    </>
  )
}

interface HeadProps {
  /** Undefined while the one that was asked for is read. */
  statement: Statement | undefined
  name: string | undefined
}

function Head({ statement, name }: HeadProps) {
  const mayWrite = useMay()('finance.write')
  const [isSending, setSending] = useOpened('send statement', false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-60 flex-1 flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="text-lg tracking-tight">Statement</h1>
        {name !== undefined && <p className="min-w-0 text-ink-2 wrap-anywhere">{name}</p>}
      </div>
      {statement && (
        <div className="no-print flex flex-wrap items-center gap-2">
          <Documents statement={statement} />
          {mayWrite && (
            <Button variant="primary" onClick={() => setSending(true)}>
              <Mail aria-hidden />
              Send
            </Button>
          )}
        </div>
      )}
      {isSending && statement && (
        <SendStatement statement={statement} onClose={() => setSending(false)} />
      )}
    </div>
  )
}

/** The links to the page that prints itself, and to the PDF. */
function Documents({ statement }: { statement: Statement }) {
  const { print, pdf } = documentPaths(statement.customer.id, statement)
  const link = { target: '_blank', rel: 'noopener', className: buttonVariants() }
  return (
    <>
      <a href={print} {...link}>
        <Printer aria-hidden />
        Print
      </a>
      <a href={pdf} {...link}>
        <Download aria-hidden />
        PDF
      </a>
    </>
  )
}
