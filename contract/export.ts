import { z } from 'zod'
import { route } from './route.ts'

/** The contents of a full download. */
export const ExportSummary = z.object({
  /** Rows of all tables. */
  rows: z.number().int(),
  /** Photos, receipts and the logo. */
  files: z.number().int(),
  /** The size of those files in bytes, without the tables. */
  bytes: z.number().int(),
})
export type ExportSummary = z.infer<typeof ExportSummary>

const path = '/api/export' as const

export const exportRoutes = {
  summary: route({
    method: 'GET',
    path,
    summary: "How large a download of all the company's data is",
    may: 'company.export',
    about: [],
    keep: false,
    reply: ExportSummary,
  }),
  create: route({
    method: 'POST',
    path,
    summary: 'Make the link of a download, which works for a minute in the session that asked',
    may: 'company.export',
    reply: z.object({ url: z.string() }),
    status: 201,
    fails: ['passwordRequired', 'noSpace'],
  }),
  download: route({
    method: 'GET',
    path: '/api/export/zip',
    summary: 'All tables as CSV and all pictures in one zip file; one at a time',
    may: 'company.export',
    keep: false,
    query: z.object({ key: z.string().max(1000).optional() }),
    reply: z.void(),
    file: true,
    fails: ['notFound', 'noSpace'],
  }),
}
