import type { ApiClient } from './apiClient.ts'

/**
 * Imports a CSV file.
 * @param addClients whether clients are added who are only in the file
 * @throws Error unless every row is added
 */
export async function importCsv(
  api: ApiClient,
  kind: 'jobs' | 'subcontractors',
  csv: string,
  { addClients = false } = {},
) {
  const form = new FormData()
  form.append('dryRun', 'false')
  form.append('addClients', `${addClients}`)
  form.append('file', new File([csv], `${kind}.csv`, { type: 'text/csv' }))
  const reply = await fetch(`${api.url}/api/imports/${kind}`, {
    method: 'POST',
    headers: { cookie: api.cookie },
    body: form,
  })
  const body = (await reply.json()) as { rows?: number; added?: number }
  if (!reply.ok || body.added !== body.rows)
    throw new Error(`the import answered ${reply.status}: ${JSON.stringify(body).slice(0, 500)}`)
}
