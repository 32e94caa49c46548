/**
 * The header of a reply that the browser may cache for offline use: the id of the person it is for.
 */
export const KEEP_FOR = 'x-keep-for'

/**
 * The header of a cached reply that replaces one of the server: when the server became unreachable.
 */
export const OFFLINE_SINCE = 'x-offline-since'
