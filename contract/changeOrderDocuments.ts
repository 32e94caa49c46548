import { z } from 'zod'
import { route } from './route.ts'

export const changeOrderDocumentRoutes = {
  page: route({
    method: 'GET',
    path: '/api/change-orders/:id/document',
    summary: 'A change order as the customer would get it now, as a page that can be printed',
    may: 'changeOrder.read',
    keep: false,
    // The script of the page reads it.
    query: z.object({ print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  pdf: route({
    method: 'GET',
    path: '/api/change-orders/:id/document.pdf',
    summary: 'A change order as the customer would get it now, as a PDF',
    may: 'changeOrder.read',
    keep: false,
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
}
