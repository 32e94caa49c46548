/** The job of an address: `/api/jobs/:id`, anything below it, or a list of one job. */
const JOB_OF_ADDRESS = /(?:\/api\/jobs\/|[?&]jobId=)([\da-f-]{36})\b/g
const JOB_OF_ITEM = /"jobId":"([\da-f-]{36})"/g

/** The ids of the items of a reply that is a list. */
function idsOf(text: string): string[] {
  const body: unknown = JSON.parse(text)
  return Array.isArray(body) ? body.map((item: { id?: unknown }) => String(item.id)) : []
}

/** The id of the job that an address is the read of, if it is one. */
export const jobReadAt = (url: string) =>
  /^\/api\/jobs\/([\da-f-]{36})$/.exec(new URL(url).pathname)?.[1]

/** Deletes the replies that name one of the jobs. @returns how many there were */
export async function dropJobs(reads: Cache, jobIds: readonly string[]): Promise<number> {
  if (jobIds.length === 0) return 0
  let dropped = 0
  for (const { url } of await reads.keys()) {
    const text = url + (await (await reads.match(url))?.text())
    if (!jobIds.some((id) => text.includes(id))) continue
    await reads.delete(url)
    dropped += 1
  }
  return dropped
}

/** The ids of all jobs that the replies name. */
async function namedJobs(reads: Cache): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const { url } of await reads.keys()) {
    const text = (await (await reads.match(url))?.text()) ?? ''
    for (const [, id] of [...url.matchAll(JOB_OF_ADDRESS), ...text.matchAll(JOB_OF_ITEM)])
      if (id) ids.add(id)
    if (new URL(url).pathname === '/api/jobs') for (const id of idsOf(text)) ids.add(id)
  }
  return ids
}

/**
 * The ids of the jobs that the replies name and that the person may not see any more.
 * @param visible the reply to the read of all jobs that they may see
 */
export async function hiddenJobs(reads: Cache, visible: string): Promise<readonly string[]> {
  const shown = new Set(idsOf(visible))
  return [...(await namedJobs(reads))].filter((id) => !shown.has(id))
}
