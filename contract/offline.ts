/** The header of a reply that the browser may keep for when it is offline: the id of the person it was made for. */
export const KEEP_FOR = 'x-keep-for'

/** The header of a reply that was kept and is shown in place of one of the server: since when that cannot be reached. */
export const OFFLINE_SINCE = 'x-offline-since'
