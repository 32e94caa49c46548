/**
 * The header of a reply that the browser may cache for offline use: the id of the person it is for.
 */
export const CACHE_OWNER_HEADER = 'x-keep-for'

/**
 * The header of a cached reply that replaces one of the server: when the server became unreachable.
 */
export const OFFLINE_SINCE_HEADER = 'x-offline-since'
