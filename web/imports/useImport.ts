import { type ImportReport, MAX_IMPORT_BYTES } from '@plumbline/contract/imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, send } from '../api/call.ts'
import { refreshAll } from '../api/query.ts'
import { isUnauthorized, signInAgain } from '../api/unauthorized.ts'
import { toast } from '../ui/toasts.ts'
import { countOf, type KindInfo } from './api.ts'

/** Which column fills which field, counted from 0. */
export type Mapping = Readonly<Record<string, number>>

/** A file as it was when it was chosen; later changes on disk have no effect. */
interface Chosen {
  readonly name: string
  readonly content: Blob
}

interface ImportRequest {
  readonly file: Chosen
  /** Without one the server suggests a mapping. */
  readonly mapping?: Mapping
  readonly dryRun: boolean
}

async function post(
  { row }: KindInfo,
  { file, mapping, dryRun }: ImportRequest,
): Promise<ImportReport> {
  const body = new FormData()
  body.append('dryRun', String(dryRun))
  if (mapping) body.append('columns', JSON.stringify(mapping))
  body.append(row.upload, file.content, file.name)
  const response = await send(row, { body })
  const report: ImportReport = await response.json()
  return report
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const TOO_LARGE = `A file may have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB; split it and import the parts`

/** The state of one import, from the choice of a file to its result. A failure keeps file and mapping. */
export function useImport(kind: KindInfo) {
  const client = useQueryClient()
  const [file, setFile] = useState<Chosen | null>(null)
  const [result, setResult] = useState<{ file: Chosen; report: ImportReport } | null>(null)
  /** The mapping chosen by hand. */
  const [own, setOwn] = useState<Mapping | null>(null)
  const [tooLarge, setTooLarge] = useState(false)

  const mutation = useMutation({
    mutationFn: (request: ImportRequest) => post(kind, request),
    onSuccess: (answer, { file: of }) => {
      setResult({ file: of, report: answer })
      if (answer.dryRun) return
      toast({ title: 'Success', description: `${countOf(answer.added, kind)} added` })
      return refreshAll(client)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return signInAgain()
      toast({
        title: 'Error',
        description: `Failed to import ${kind.many}`,
        variant: 'destructive',
      })
    },
  })

  const report = result?.report ?? null
  const choose = async (picked: File) => {
    mutation.reset()
    setTooLarge(picked.size > MAX_IMPORT_BYTES)
    if (picked.size > MAX_IMPORT_BYTES) return
    const next = {
      name: picked.name,
      content: new Blob([await picked.arrayBuffer()], { type: 'text/csv' }),
    }
    setFile(next)
    const answer = await mutation.mutateAsync({ file: next, dryRun: true }).catch(() => null)
    if (!answer) return
    // A fixed file with the same columns keeps the mapping.
    if (own && same(answer.columns, report?.columns)) check(next, own)
    else setOwn(null)
  }
  const check = (of: Chosen, mapping: Mapping) =>
    mutation.mutate({ file: of, mapping, dryRun: true })
  const mapping = own ?? report?.mapping ?? {}

  return {
    file,
    report,
    mapping,
    /** The report is of this file and mapping: nothing is imported unchecked. */
    isCurrent:
      result?.file === file && report !== null && same(sorted(mapping), sorted(report.mapping)),
    isPending: mutation.isPending,
    problem: tooLarge ? TOO_LARGE : problemOf(mutation.error),
    choose,
    map: (field: string, column: number | null) => {
      const { [field]: _, ...others } = mapping
      setOwn(column === null ? others : { ...others, [field]: column })
    },
    check: () => file && check(file, mapping),
    run: () => file && mutation.mutate({ file, mapping, dryRun: false }),
    startOver: () => {
      mutation.reset()
      setFile(null)
      setResult(null)
      setOwn(null)
    },
  }
}

export type Import = ReturnType<typeof useImport>

const sorted = (mapping: Mapping) => Object.entries(mapping).sort(([a], [b]) => a.localeCompare(b))

function problemOf(error: Error | null): string | null {
  if (!error || isUnauthorized(error)) return null
  return (error instanceof ApiError && error.reason) || error.message
}
