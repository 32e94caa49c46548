import { documentLinks } from '../../access/auth/documentLinks.ts'

/** The links of invoices. */
export const { hashOf, linkHashOf, linkPathOf } = documentLinks('invoice', '/i/')
