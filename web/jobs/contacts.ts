/** The address on a map; phones open their maps app. */
export const mapsUrl = (address: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`

/** A link that calls the number, without its spaces and brackets. */
export const callUrl = (phone: string) => `tel:${phone.replace(/[^\d+*#,;]/g, '')}`

/** A link that writes an e-mail. */
export const mailUrl = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
