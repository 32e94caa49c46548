import {
  type ImportKind,
  type ImportReport,
  importRoutes,
  MAX_IMPORT_BYTES,
} from '@plumbline/contract/imports.ts'
import type { JobStatus } from '@plumbline/contract/jobs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../api/call.ts'
import { toastFailure } from '../../api/failureToast.ts'
import { refreshAll } from '../../api/query.ts'
import { messageOf } from '../../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../../api/unauthorized.ts'
import { toast } from '../../ui/toasts.ts'
import { countOf, infoOf, type KindInfo } from './api.ts'

/** The index of the column for each field, starting at 0. */
export type Mapping = Readonly<Record<string, number>>

/** The content of a file when it was chosen. Later changes on disk have no effect. */
interface Chosen {
  readonly name: string
  readonly content: Blob
}

/** The choices made by hand. Null means that the server's suggestion is used. */
interface Choices {
  /** The row that names the columns. */
  readonly headRow: number | null
  readonly mapping: Mapping | null
  /** The job status for each status name in the file. */
  readonly statuses: Readonly<Record<string, JobStatus>>
  readonly trade: string | null
  readonly addClients: boolean
  readonly linkJobs: boolean
}

const NO_CHOICES: Choices = {
  headRow: null,
  mapping: null,
  statuses: {},
  trade: null,
  addClients: true,
  linkJobs: true,
}

interface ImportRequest extends Choices {
  readonly kind: ImportKind
  readonly file: Chosen
  readonly dryRun: boolean
}

async function post(request: ImportRequest): Promise<ImportReport> {
  const { kind, file, dryRun, headRow, mapping, statuses, trade, addClients, linkJobs } = request
  const row = importRoutes[kind]
  const body = new FormData()
  body.append('dryRun', String(dryRun))
  if (headRow !== null) body.append('headRow', String(headRow))
  if (mapping) body.append('columns', JSON.stringify(mapping))
  if (Object.keys(statuses).length > 0) body.append('statuses', JSON.stringify(statuses))
  if (trade !== null) body.append('trade', trade)
  if (kind === 'jobs' && !dryRun) body.append('addClients', String(addClients))
  if (kind === 'customers' && !dryRun) body.append('linkJobs', String(linkJobs))
  body.append(row.upload, file.content, file.name)
  const response = await send(row, { body })
  const report: ImportReport = await response.json()
  return report
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const TOO_LARGE = `A file may have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB; split it and import the parts`

interface State {
  readonly kind: ImportKind
  /** Whether the kind was chosen by hand, so that the columns of the file do not change it. */
  readonly isKindChosen: boolean
  readonly file: Chosen | null
  readonly result: { readonly file: Chosen; readonly report: ImportReport } | null
  readonly choices: Choices
  /**
   * The columns of the previous file, which the choices refer to until the next file has been read.
   */
  readonly columns: readonly string[]
  readonly tooLarge: boolean
}

const emptyOf = (kind: ImportKind): State => ({
  ...{ kind, isKindChosen: false, file: null, result: null },
  ...{ choices: NO_CHOICES, columns: [], tooLarge: false },
})

/**
 * The state of one import, from the choice of a file to its result. A failure does not reset the
 * file and the choices. If the file turns out to be of another kind, `onKind` must open the import
 * of that kind, which continues with the same file.
 */
export function useImport(kind: KindInfo, onKind: (kind: ImportKind) => void) {
  const client = useQueryClient()
  const [stored, setState] = useState<State>(() => emptyOf(kind.kind))
  // The state is discarded when another kind is opened.
  const state = stored.kind === kind.kind ? stored : emptyOf(kind.kind)
  const set = (change: Partial<State>) =>
    setState((before) => ({ ...(before.kind === kind.kind ? before : state), ...change }))

  const mutation = useMutation({
    mutationFn: post,
    onSuccess: (report, { kind: importedKind, file }) => {
      setState((before) =>
        before.kind === importedKind ? { ...before, result: { file, report } } : before,
      )
      if (report.dryRun) return
      toast({
        title: 'Success',
        description: `${countOf(report.added, infoOf(importedKind))} added`,
      })
      return refreshAll(client)
    },
    onError: (error, { kind: importedKind }) => {
      if (isUnauthorized(error)) return signInAgain()
      toastFailure(error, `Failed to import ${infoOf(importedKind).many}`)
    },
  })

  const { file, choices } = state
  const isOurs = mutation.variables?.kind === kind.kind
  const report = state.result?.report ?? null
  const mapping = choices.mapping ?? report?.mapping ?? {}
  const trade = choices.trade ?? report?.trade ?? null
  const headRow = choices.headRow ?? report?.headRow ?? 1
  const statuses = Object.fromEntries(
    (report?.statuses ?? []).flatMap(({ value, status }) => {
      const chosen = choices.statuses[value] ?? status
      return chosen ? [[value, chosen] as const] : []
    }),
  )

  /** Continues with the file as another kind. */
  const openAs = (other: ImportKind, chosen: Chosen, isKindChosen: boolean) => {
    const kept = { ...NO_CHOICES, headRow: isKindChosen ? choices.headRow : null }
    setState({ ...emptyOf(other), file: chosen, isKindChosen, choices: kept })
    onKind(other)
    mutation.mutate({ ...kept, kind: other, file: chosen, dryRun: true })
  }
  /** Reads the file again with the names of its columns in this row; other choices are void. */
  const setHeadRow = (headRow: number) => {
    if (!file) return
    const kept = { ...NO_CHOICES, headRow }
    set({ choices: kept })
    mutation.mutate({ ...kept, kind: kind.kind, file, dryRun: true })
  }
  const choose = async (picked: File) => {
    mutation.reset()
    const tooLarge = picked.size > MAX_IMPORT_BYTES
    set({ tooLarge })
    if (tooLarge) return
    const content = new Blob([await picked.arrayBuffer()], { type: 'text/csv' })
    const next = { name: picked.name, content }
    const columns = report?.columns ?? state.columns
    // The report about another file must not be shown under the name of this one.
    set({ file: next, result: null, columns })
    const request = { kind: kind.kind, file: next, dryRun: true }
    const answer = await mutation.mutateAsync({ ...NO_CHOICES, ...request }).catch(() => null)
    if (!answer) return
    const { source } = answer
    if (source && source.kind !== kind.kind && !state.isKindChosen)
      return openAs(source.kind, next, false)
    // The choices still apply to a corrected file with the same columns.
    if (isEqual(choices, NO_CHOICES)) return
    if (isEqual(answer.columns, columns)) mutation.mutate({ ...choices, ...request })
    else set({ choices: NO_CHOICES })
  }
  const sendFile = (dryRun: boolean) =>
    file && mutation.mutate({ ...choices, kind: kind.kind, file, mapping, statuses, trade, dryRun })
  const change = (choice: Partial<Choices>) => set({ choices: { ...choices, ...choice } })

  return {
    file,
    report,
    headRow,
    mapping,
    trade,
    statuses,
    addClients: choices.addClients,
    linkJobs: choices.linkJobs,
    /**
     * Whether the report is about this file, its columns, mapping and trade. Nothing is imported
     * unchecked.
     */
    isCurrent:
      state.result?.file === file &&
      report !== null &&
      headRow === report.headRow &&
      (trade ?? '') === (report.trade ?? '') &&
      isEqual(sorted(mapping), sorted(report.mapping)),
    isPending: isOurs && mutation.isPending,
    problem: state.tooLarge ? TOO_LARGE : problemOf(isOurs ? mutation.error : null),
    choose,
    setHeadRow,
    importAs: (other: ImportKind) => file && openAs(other, file, true),
    map: (field: string, column: number | null) => {
      const { [field]: _, ...others } = mapping
      change({ mapping: column === null ? others : { ...others, [field]: column } })
    },
    setTrade: (text: string) => change({ trade: text }),
    setStatus: (word: string, status: JobStatus) =>
      change({ statuses: { ...choices.statuses, [word]: status } }),
    setAddClients: (addClients: boolean) => change({ addClients }),
    setLinkJobs: (linkJobs: boolean) => change({ linkJobs }),
    check: () => sendFile(true),
    run: () => sendFile(false),
    startOver: () => {
      mutation.reset()
      setState(emptyOf(kind.kind))
    },
  }
}

export type Import = ReturnType<typeof useImport>

const sorted = (mapping: Mapping) => Object.entries(mapping).sort(([a], [b]) => a.localeCompare(b))

function problemOf(error: Error | null): string | null {
  if (!error || isUnauthorized(error)) return null
  return messageOf(error)
}
