import type { ApiClient } from './apiClient.ts'

/** Adds a job. @returns its id */
export async function newJob(admin: ApiClient, name: string, fields: object = {}): Promise<string> {
  const job = { name, address: '418 Alder Ct, Elgin', ...fields }
  return (await admin.request<{ id: string }>('POST', '/api/jobs', job)).id
}
