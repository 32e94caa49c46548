/** The part of a logger (pino's, Fastify's) that the database needs. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
