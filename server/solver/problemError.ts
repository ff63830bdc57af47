/** An error of a problem, at a field. */
export class ProblemError extends Error {
  /** For the product's own texts. */
  readonly code: string;
  /** As `jobs[3].location_index`; empty for the problem as a whole. */
  readonly path: string;

  constructor(code: string, path: string, message: string) {
    super(path ? `${path}: ${message}` : `the problem: ${message}`);
    this.name = 'ProblemError';
    this.code = code;
    this.path = path;
  }
}

export function fail(code: string, path: string, message: string): never {
  throw new ProblemError(code, path, message);
}
