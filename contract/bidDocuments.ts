import { z } from 'zod'
import { route } from './route.ts'

export const bidDocumentRoutes = {
  page: route({
    method: 'GET',
    path: '/api/pending-bids/:id/document',
    summary: 'A bid as the customer gets it, as a page that can be printed',
    may: 'bid.read',
    keep: false,
    // The script of the page reads it.
    query: z.object({ print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  pdf: route({
    method: 'GET',
    path: '/api/pending-bids/:id/document.pdf',
    summary: 'A bid as the customer gets it, as a PDF',
    may: 'bid.read',
    keep: false,
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
}
