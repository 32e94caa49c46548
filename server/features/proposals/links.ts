import { documentLinks } from '../../access/auth/documentLinks.ts'

/** The links of versions. */
export const { hashOf, linkHashOf, linkPathOf } = documentLinks('proposal', '/p/')
