/** Logs as JSON, one line per event. Cookies, passwords, tokens, queries and bodies are never logged. */

export type LogFields = Record<string, string | number | boolean | undefined>;

/** Writes information to standard output, errors to standard error. */
export function log(level: 'info' | 'error', event: string, fields: LogFields = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields });
  (level === 'error' ? process.stderr : process.stdout).write(`${line}\n`);
}

/**
 * Returns the loggable fields of an error: details of a database error contain values of rows, so they are left out.
 */
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
