/** Logs as JSON, a line an event. Cookies, passwords, tokens, queries and bodies never enter it. */

export type LogFields = Record<string, string | number | boolean | undefined>;

/** Writes what happened to standard output, what went wrong to standard error. */
export function log(level: 'info' | 'error', event: string, fields: LogFields = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields });
  (level === 'error' ? process.stderr : process.stdout).write(`${line}\n`);
}

/** What may be told of an error: a database's own details hold values of rows, so they are left out. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: error.stack }),
  };
}
