/** Errors as clients see them: RFC 9457 problem details, without internal information. */
import pg from 'pg';
import { DatabaseUnavailable } from './databaseUnavailable.ts';
import type { TextValues, Translate } from './texts.ts';

/** A field that was refused; `message` is a locale key with its values. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
  values?: TextValues;
}

interface ProblemOptions {
  /** Text key, where a record has its own text for the code. */
  message?: string;
  values?: TextValues;
  errors?: FieldProblem[];
  /** The current record, for code `stale`. */
  current?: unknown;
  retryAfter?: number;
  /** Methods that the path supports, for 405. */
  allow?: string[];
  cause?: unknown;
}

/** An error with an HTTP reply; `code` names the text `server.<code>`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly options: ProblemOptions = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'Problem';
  }
}

export const notFound = () => new Problem(404, 'notFound');
export const invalid = (...errors: FieldProblem[]) => new Problem(400, 'validation', { errors });
export const unknownValue = (field: string) =>
  invalid({ field, code: 'unknownValue', message: 'validation.unknownValue' });

/** Most errors reported for one request; when there are more, a last entry says so. */
const MOST_FAULTS = 100;
/** Names in a request can be long; a field name is reported up to this length. */
const LONGEST_FIELD = 200;

function faultsOf(errors: readonly FieldProblem[], translate: Translate) {
  const reported = errors.slice(0, MOST_FAULTS).map(({ field, code, message, values }) => ({
    field: field.slice(0, LONGEST_FIELD),
    code,
    message: translate(message, values),
  }));
  if (errors.length > MOST_FAULTS) {
    reported.push({ field: '', code: 'more', message: translate('validation.more') });
  }
  return reported;
}

/** Returns the body of a reply with media type application/problem+json. */
export function problemBody(problem: Problem, translate: Translate): Record<string, unknown> {
  const { message = `server.${problem.code}`, values, errors, current, retryAfter } = problem.options;
  const details = {
    ...(errors && { errors: faultsOf(errors, translate) }),
    ...(current !== undefined && { current }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return {
    type: 'about:blank',
    title: translate(`server.title.${problem.status}`),
    status: problem.status,
    code: problem.code,
    message: translate(message, values),
    ...(Object.keys(details).length > 0 && { details }),
  };
}

const FRAMEWORK_CODES: Record<number, string> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'notFound',
  408: 'timeout',
  413: 'tooLarge',
  414: 'tooLong',
  415: 'mediaType',
  431: 'headersTooLarge',
};

/** Converts any thrown value to a problem. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof pg.DatabaseError) return databaseProblem(error);
  if (error instanceof DatabaseUnavailable)
    return new Problem(503, 'unavailable', { retryAfter: 5, cause: error });
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Problem(status in FRAMEWORK_CODES ? status : 400, FRAMEWORK_CODES[status] ?? 'badRequest', {
      cause: error,
    });
  }
  return new Problem(500, 'internal', { cause: error });
}

/** Raised by `refuse_outside` (0050_parties.sql), which names the column. */
const OUTSIDE = 'WS403';

/** Raised by the triggers of trees (0361_trees.sql): the constraint is the code, the column is the invalid one. */
const TREE = 'WS409';

function misplaced(error: pg.DatabaseError): Problem {
  const code = error.constraint ?? 'conflict';
  const errors = [{ field: fieldOf(error), code, message: `validation.${code}` }];
  return new Problem(409, code, { message: `validation.${code}`, errors, cause: error });
}

/** Returns the property of the column that the database names. */
const fieldOf = ({ column = '' }: pg.DatabaseError) =>
  column.replaceAll(/_[a-z]/g, ([, letter]) => letter!.toUpperCase());

/** `fieldOf` for a column that refers to a row: the property is named after the row. */
const rowFieldOf = (error: pg.DatabaseError) => fieldOf(error).replace(/Id$/, '');

/** Returns the problem of a place in which the account sees nothing. */
function outside(error: pg.DatabaseError): Problem {
  const errors = [{ field: rowFieldOf(error), code: 'outsideReach', message: 'validation.outsideReach' }];
  return new Problem(403, 'outsideReach', { errors, cause: error });
}

function databaseProblem(error: pg.DatabaseError): Problem {
  const code = error.code ?? '';
  if (code === '23505' || code === '23503') return new Problem(409, 'conflict', { cause: error });
  if (code === OUTSIDE) return outside(error);
  if (code === TREE) return misplaced(error);
  if (code === '23502') {
    const errors = [{ field: rowFieldOf(error), code: 'required', message: 'validation.required' }];
    return new Problem(400, 'validation', { errors, cause: error });
  }
  if (code === '23P01') return new Problem(409, 'periodCrosses', { cause: error });
  // Values that no column can store: a zero byte in a text, a year before the calendar, a number too large.
  if (code.startsWith('22') || code === '23514') return new Problem(400, 'validation', { cause: error });
  // Deadlocks and timeouts are temporary; connections and resources recover.
  if (/^(40|53|55P03|57|08)/.test(code))
    return new Problem(503, 'unavailable', { retryAfter: 1, cause: error });
  return new Problem(500, 'internal', { cause: error });
}
