import type { ApiClient } from '../harness/apiClient.ts'

/** A version that was sent. */
export interface Sent {
  /** The id of its bid or change order. */
  readonly subjectId: string
  readonly id: string
  readonly sha256: string
  /** The path of its link. */
  readonly path: string
}

async function send(by: ApiClient, subject: string, subjectId: string, body: object) {
  const at = `/api/${subject}/${subjectId}/proposals`
  const { id, sha256 } = await by.request<{ id: string; sha256: string }>('POST', at, body)
  const { path } = await by.request<{ path: string }>('GET', `/api/proposals/${id}/link`)
  return { subjectId, id, sha256, path }
}

const footings = { description: 'Footings', quantity: '1', unitPrice: '1300' }

/** Sends a new bid, of $1,300 unless its price in dollars is given. */
export async function sentBid(
  by: ApiClient,
  name = 'Porch',
  body: object = {},
  unitPrice = footings.unitPrice,
): Promise<Sent> {
  const work = { name, address: '14 Lake Dr' }
  const { id } = await by.request<{ id: string }>('POST', '/api/pending-bids', work)
  const sections = [{ title: 'Room', lines: [{ ...footings, unitPrice }] }]
  await by.request('PUT', `/api/pending-bids/${id}/pricing`, { sections })
  return send(by, 'pending-bids', id, body)
}

const outlets = { description: 'Outlet', quantity: '2', unitPrice: '50' }

/** Sends a new change order of $100. */
export async function sentChange(by: ApiClient, jobId: string, body: object = {}): Promise<Sent> {
  const draft = { title: 'Outlets', lines: [outlets] }
  const at = `/api/jobs/${jobId}/change-orders`
  const { id } = await by.request<{ id: string }>('POST', at, draft)
  return send(by, 'change-orders', id, body)
}

/** Adds a job without an amount. */
export const newJob = (by: ApiClient, name = 'Hall bath') =>
  by.request<{ id: string }>('POST', '/api/jobs', {
    ...{ name, address: '418 Alder Ct', approvedAmount: 0 },
  })

export const SIGNER = 'Nancy Boyd'

/** Signs a version from its link. */
export const approve = (url: string, { path, sha256: version }: Sent, total: string) =>
  fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      ...{ step: 'approve', name: SIGNER, consent: 'yes', way: 'typed' },
      ...{ total, version },
    }),
  })
