/** Errors of the connection to the database, apart from the errors that the database itself reports. */

/**
 * The database could not be reached, its connection was lost, or it did not reply in time. The query may or may not have
 * run. Clients receive 503 with `Retry-After`.
 */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';

  constructor(
    readonly reason: 'connect' | 'lost' | 'timeout',
    cause?: unknown,
  ) {
    super(`The database is unavailable: ${reason}`, { cause });
    this.name = 'DatabaseUnavailable';
  }
}
